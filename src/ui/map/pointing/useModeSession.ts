import { useEffect, useRef, useState, type RefObject } from 'react';
import type { MapHandle } from '../canvas/mapHandle.ts';

/** A running mode of the map: it handles pointer and keys, and shows its shape on the map. */
interface ModeSession<State> {
  state(): State;
  end(): void;
}

/** The figure next to the pointer; map pixels. */
interface LiveFigure {
  text: string;
  at: { x: number; y: number };
}

interface SessionOptions<Session, State, News> {
  /** Rendered until the session reports its state. */
  start: State;
  /** Whether rendering can be skipped, because pointer moves change only the figure. */
  isSame: (known: State, next: State) => boolean;
  figureOf: (state: State) => LiveFigure | null;
  /** @returns null if there is nothing to work on */
  make: (report: {
    isByKeyboard: boolean;
    changed: () => void;
    /** Sets the text for screen readers; null removes it. */
    message: (news: News | null) => void;
  }) => Session | null;
}

function writeFigure(tag: HTMLDivElement | null, figure: LiveFigure | null): void {
  if (tag === null) return;
  tag.hidden = figure === null;
  if (figure === null) return;
  tag.style.transform = `translate(${Math.round(figure.at.x)}px, ${Math.round(figure.at.y)}px)`;
  if (tag.firstElementChild !== null) tag.firstElementChild.textContent = figure.text;
}

/**
 * Runs a mode's session while the component is mounted. Infrequent changes are rendered by React; the figure
 * next to the pointer is written directly to the DOM.
 */
export function useModeSession<Session extends ModeSession<State>, State, News>(
  mapHandle: MapHandle,
  options: SessionOptions<Session, State, News>,
): {
  tag: RefObject<HTMLDivElement | null>;
  session: RefObject<Session | null>;
  state: State;
  news: { kind: News; at: State } | null;
} {
  const [first] = useState(options);
  const tag = useRef<HTMLDivElement>(null);
  const session = useRef<Session | null>(null);
  const [state, setState] = useState(first.start);
  const [news, setNews] = useState<{ kind: News; at: State } | null>(null);
  useEffect(() => {
    const { start, isSame, figureOf, make } = first;
    const canvas = mapHandle.map.getCanvas();
    canvas.focus({ preventScroll: true });
    const now = () => session.current?.state() ?? start;
    const changed = () => {
      const next = now();
      writeFigure(tag.current, figureOf(next));
      setState((known) => (isSame(known, next) ? known : next));
    };
    const made = make({
      isByKeyboard: canvas.matches(':focus-visible'),
      changed,
      message: (kind) => setNews(kind === null ? null : { kind, at: now() }),
    });
    if (made === null) return undefined;
    session.current = made;
    changed();
    return () => {
      session.current = null;
      made.end();
    };
  }, [mapHandle, first]);
  return { tag, session, state, news };
}
