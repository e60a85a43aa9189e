import { useEffect, useRef, useState } from 'react';

/** Number of files dragged over the page, or null. Browsers that hide the number report 1. */
export type Hanging = number | null;

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

function countOf(event: DragEvent): number {
  const items = [...(event.dataTransfer?.items ?? [])];
  return Math.max(1, items.filter(({ kind }) => kind === 'file').length);
}

/**
 * Dragging and dropping files. A drop elsewhere is ignored, because the browser would replace the portal with
 * the file.
 * @param takes whether files may be dropped at this element
 */
export function useFileDrop(takes: (place: Element) => boolean, onDrop: (files: File[]) => void): Hanging {
  const [hanging, setHanging] = useState<Hanging>(null);
  const latest = useRef({ takes, onDrop });
  useEffect(() => {
    latest.current = { takes, onDrop };
  }, [takes, onDrop]);
  useEffect(() => {
    const isTaken = ({ target }: DragEvent) => target instanceof Element && latest.current.takes(target);
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      const taken = isTaken(event);
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = taken ? 'copy' : 'none';
      setHanging(taken ? countOf(event) : null);
    };
    const left = (event: DragEvent) => {
      // between two elements of the page the pointer hasn't left it
      if (event.relatedTarget === null) setHanging(null);
    };
    const dropped = (event: DragEvent) => {
      setHanging(null);
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (isTaken(event)) latest.current.onDrop([...(event.dataTransfer?.files ?? [])]);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', left);
    document.addEventListener('drop', dropped);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', left);
      document.removeEventListener('drop', dropped);
    };
  }, []);
  return hanging;
}
