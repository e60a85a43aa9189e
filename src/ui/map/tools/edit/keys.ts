import { ARROWS } from '../../kernel/pointing.ts';
import type { Handle } from './handles.ts';

/** The part of an editing session that the keyboard controls. */
export interface KeyedSession {
  isHolding(): boolean;
  all(): readonly Handle[];
  focus(): Handle | null;
  focusOn(handle: Handle | null): void;
  zoom(step: 1 | -1): void;
  take(handle: Handle, by: 'keys'): void;
  /** Screen pixels. */
  nudge(dx: number, dy: number): void;
  put(): void;
  remove(): void;
}

/** Distance that an arrow key moves the held handle, pixels; with Shift for fine work. */
const STEP = { normal: 10, fine: 1 } as const;
const MANY = 10;

/**
 * Editing by keyboard: Tab and arrows move between handles, Enter grabs one, arrows move it, Delete removes
 * it. Tab after the last handle leaves the map, to avoid a keyboard trap.
 * @returns whether the key was handled
 */
export function takeKey(session: KeyedSession, event: KeyboardEvent): boolean {
  const { key, shiftKey } = event;
  const arrow = ARROWS[key];
  if (arrow !== undefined) {
    const step = shiftKey ? STEP.fine : STEP.normal;
    if (session.isHolding()) session.nudge(arrow[0] * step, arrow[1] * step);
    else walk(session, arrow[0] + arrow[1], true);
    return true;
  }
  switch (key) {
    case 'Tab':
      return tab(session, shiftKey ? -1 : 1);
    case 'PageDown':
    case 'PageUp':
      if (!session.isHolding()) walk(session, key === 'PageDown' ? MANY : -MANY, true);
      return true;
    case 'Home':
    case 'End':
      if (!session.isHolding()) session.focusOn(session.all().at(key === 'Home' ? 0 : -1) ?? null);
      return true;
    case 'Enter':
    case ' ':
      enter(session);
      return true;
    case 'Delete':
    case 'Backspace':
      session.remove();
      return true;
    case '+':
    case '=':
    case '-':
      session.zoom(key === '-' ? -1 : 1);
      return true;
    default:
      return false;
  }
}

function indexOf(session: KeyedSession): number {
  const at = session.focus();
  if (at === null) return -1;
  return session
    .all()
    .findIndex(({ kind, ring, vertex }) => kind === at.kind && ring === at.ring && vertex === at.vertex);
}

function walk(session: KeyedSession, steps: number, goesRound: boolean): boolean {
  const handles = session.all();
  const from = indexOf(session);
  const to = from < 0 && steps < 0 ? handles.length + steps : from + steps;
  const isPast = to < 0 || to >= handles.length;
  if (isPast && !goesRound) return false;
  session.focusOn(handles[((to % handles.length) + handles.length) % handles.length] ?? null);
  return true;
}

function tab(session: KeyedSession, step: 1 | -1): boolean {
  if (session.isHolding()) {
    session.put();
    return true;
  }
  if (walk(session, step, false)) return true;
  session.focusOn(null);
  return false;
}

function enter(session: KeyedSession): void {
  const at = session.focus();
  if (session.isHolding()) session.put();
  else if (at === null) walk(session, 1, true);
  else session.take(at, 'keys');
}
