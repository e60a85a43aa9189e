import { useSelector } from '@xstate/react';
import { FileUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { shownAoi } from '../../machines/aoi/aoi.machine.ts';
import { isUploadOpen } from '../../machines/aoi/upload.machine.ts';
import { useActorOf, usePortal } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { UploadDialog } from './UploadDialog.tsx';
import './aoi.css';

/** §2 Upload dialog, and the map as a drop target for files. */
export function Upload() {
  const t = useT();
  const portal = usePortal();
  const upload = useActorOf('upload');
  const isOpen = useSelector(upload, isUploadOpen);
  const hasAoi = useSelector(useActorOf('aoi'), shownAoi) !== null;
  const hanging = useFileDrop(
    // panels float above the map; an open dialog blocks the drop
    (place) => isOpen || place.closest('.gt-workspace') !== null,
    (files) => portal.send({ type: 'files.given', files }),
  );
  if (isOpen) return <UploadDialog upload={upload} isOver={hanging !== null} hasAoi={hasAoi} />;
  return (
    <div
      className="gt-drop gt-pad-12 gt-through"
      data-over={hanging !== null || undefined}
      aria-hidden="true"
    >
      {hanging !== null && (
        <div className="gt-drop__sign gt-justify-centre gt-accent gt-grid gt-gap-4 gt-surface gt-round-panel gt-text-centre">
          <FileUp size={28} strokeWidth={1.5} />
          <p className="gt-above-6 gt-title gt-ink">
            {t(hanging > 1 ? 'upload.dropSignMany' : 'upload.dropSign')}
          </p>
          <p className="gt-quiet">{t('upload.formats')}</p>
        </div>
      )}
    </div>
  );
}

/** Number of files dragged over the page, or null. Browsers that hide the number report 1. */
type Hanging = number | null;

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
function useFileDrop(takes: (place: Element) => boolean, onDrop: (files: File[]) => void): Hanging {
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
