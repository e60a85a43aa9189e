import { Redo2, Undo2 } from 'lucide-react';
import { useT } from '../../../shared/i18n/useT.ts';
import { TooltipButton } from '../../../shared/kit/actions/TooltipButton.tsx';
import { useUndo } from './undo.ts';

/** Undo and redo buttons, which keep the focus when they become disabled. */
export function UndoButtons() {
  const t = useT();
  const { canUndo, canRedo, undo, redo } = useUndo();
  const ways = [
    { label: t(canUndo ? 'map.edit.undo' : 'map.edit.undoNone'), Icon: Undo2, isOpen: canUndo, press: undo },
    { label: t(canRedo ? 'map.edit.redo' : 'map.edit.redoNone'), Icon: Redo2, isOpen: canRedo, press: redo },
  ];
  return ways.map(({ label, Icon, isOpen, press }) => (
    <TooltipButton
      key={Icon.displayName ?? label}
      label={label}
      size="small"
      aria-disabled={!isOpen || undefined}
      icon={<Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
      onPress={press}
    />
  ));
}
