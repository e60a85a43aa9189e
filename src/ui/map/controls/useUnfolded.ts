import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { isSelectorShown } from '../../../machines/map/baseMap.machine.ts';
import { useActorOf, usePortal } from '../../shared/actors.tsx';
import type { ToolGroup } from '../kernel/tool.ts';

/** Pause on a group that unfolds it, ms. */
const HOVER_MS = 200;

export interface Unfolded {
  group: ToolGroup | null;
  /** Whether the pointer alone unfolded it: it takes no focus, and folds when the pointer leaves. */
  isHovered: boolean;
  press: (group: ToolGroup) => void;
  rest: (group: ToolGroup) => void;
  leaveGroup: () => void;
  leave: () => void;
  fold: () => void;
  /** Folds all but the layer selector, whose keys leave it open. */
  closeOwn: () => void;
}

/** Which group of the toolbar is unfolded. The layers' is the layer selector, whose actor closes it after a choice. */
export function useUnfolded(place: RefObject<HTMLElement | null>): Unfolded {
  const portal = usePortal();
  const baseMap = useActorOf('baseMap');
  const isSelectorOpen = useSelector(baseMap, isSelectorShown);
  const [own, setOwn] = useState<ToolGroup | null>(null);
  const [isHovered, setHovered] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const group = isSelectorOpen ? 'layers' : own;
  const leaveGroup = () => clearTimeout(timer.current);
  const show = (next: ToolGroup | null, byHover: boolean) => {
    leaveGroup();
    setOwn(next === 'layers' ? null : next);
    setHovered(byHover);
    if (next === 'layers' && !isSelectorOpen) portal.send({ type: 'selector.toggled' });
    if (next !== 'layers' && isSelectorOpen) baseMap.send({ type: 'selector.closed' });
  };
  const fold = () => show(null, false);
  const latest = useRef(fold);
  useEffect(() => {
    latest.current = fold;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const isUnfolded = group !== null;
  useEffect(() => {
    if (!isUnfolded) return undefined;
    // a menu of the panel lies outside of it: what closes the menu leaves the panel unfolded
    const hasPopover = () => document.querySelector('.gt-popover') !== null;
    const pressed = ({ target }: PointerEvent) => {
      const isInside = target instanceof Node && place.current?.contains(target) === true;
      if (!isInside && !hasPopover()) latest.current();
    };
    const keyed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || hasPopover()) return;
      event.stopPropagation();
      latest.current();
    };
    document.addEventListener('pointerdown', pressed, true);
    document.addEventListener('keydown', keyed, true);
    return () => {
      document.removeEventListener('pointerdown', pressed, true);
      document.removeEventListener('keydown', keyed, true);
    };
  }, [isUnfolded, place]);
  return {
    group,
    isHovered,
    press: (next) => show(group === next && !isHovered ? null : next, false),
    rest: (next) => {
      leaveGroup();
      if (group === null || isHovered) timer.current = setTimeout(() => show(next, true), HOVER_MS);
    },
    leaveGroup,
    leave: () => {
      if (isHovered) fold();
    },
    fold,
    closeOwn: () => setOwn(null),
  };
}
