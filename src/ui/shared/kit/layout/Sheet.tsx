import { useSelector } from '@xstate/react';
import { type PointerEvent, type ReactNode, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import {
  SHEET_STOPS,
  type sheetMachine,
  type SheetStop,
  sheetStop,
} from '../../../../machines/shared/sheet.machine.ts';
import { useT } from '../../i18n/useT.ts';
import './Panel.css';

interface SheetProps {
  sheet: ActorRefFrom<typeof sheetMachine>;
  /** Whether it makes room for what the map shows now. */
  isLow?: boolean;
  children: ReactNode;
}

/** Maximum movement of a press that isn't a drag, px. */
const SLIP = 4;

/** The open panel: next to the bar, or on phones a sheet moved by dragging or by its button. */
export function Sheet({ sheet: actor, isLow = false, children }: SheetProps) {
  const t = useT();
  const own = useSelector(actor, sheetStop);
  const stop = isLow ? 'low' : own;
  const sheet = useRef<HTMLElement>(null);
  const drag = useRef<{ y: number; height: number; moved: boolean } | null>(null);

  const grab = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { y: event.clientY, height: sheet.current?.offsetHeight ?? 0, moved: false };
  };
  const pull = (event: PointerEvent<HTMLButtonElement>) => {
    if (drag.current === null || sheet.current === null) return;
    const up = drag.current.y - event.clientY;
    if (Math.abs(up) > SLIP) drag.current.moved = true;
    if (drag.current.moved) sheet.current.style.height = `${drag.current.height + up}px`;
  };
  const letGo = () => {
    const { current: element } = sheet;
    if (element === null || drag.current?.moved !== true) return;
    const height = element.offsetHeight;
    element.style.height = '';
    actor.send({ type: 'sheet.moved', stop: nearestStop(height, heightsOf(element)) });
  };
  return (
    <aside
      ref={sheet}
      className="gt-sheet gt-no-outline"
      data-stop={stop}
      id="panel"
      tabIndex={-1}
      aria-label={t('bar.panel')}
    >
      <button
        type="button"
        className="gt-sheet__handle gt-phone-only gt-placed gt-grid gt-justify-centre"
        aria-label={t(`bar.sheet.${stop}`)}
        onPointerDown={grab}
        onPointerMove={pull}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onClick={() => {
          // ignores the click at the end of a drag
          if (drag.current?.moved !== true) actor.send({ type: 'handle.pressed' });
          drag.current = null;
        }}
      />
      {children}
    </aside>
  );
}

/** The heights of all stops, measured from the style sheet at the current window size. */
function heightsOf(element: HTMLElement): Record<SheetStop, number> {
  const shown = element.dataset['stop'];
  const heights = { low: 0, middle: 0, full: 0 };
  for (const stop of SHEET_STOPS) {
    element.dataset['stop'] = stop;
    heights[stop] = element.offsetHeight;
  }
  if (shown !== undefined) element.dataset['stop'] = shown;
  return heights;
}

/** The stop nearest to the sheet's height when it was released. Heights in pixels. */
export function nearestStop(height: number, heights: Readonly<Record<SheetStop, number>>): SheetStop {
  let best: SheetStop = 'low';
  for (const stop of SHEET_STOPS)
    if (Math.abs(heights[stop] - height) < Math.abs(heights[best] - height)) best = stop;
  return best;
}
