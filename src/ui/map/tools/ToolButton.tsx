import { useId, type ReactNode } from 'react';
import { TooltipButton } from '../../shared/kit/actions/TooltipButton.tsx';
import type { ToolState } from './useTools.ts';

/** A tool's button. If disabled it stays focusable, so that tooltip and description can give the reason. */
export function ToolButton(props: { name: string; tool: ToolState; icon: ReactNode; isWaiting: boolean }) {
  const { name, tool, icon, isWaiting } = props;
  const reasonId = useId();
  const { label, shortcut, reason, warning, isOn, press } = tool;
  const note = reason ?? warning;
  const isClosed = reason !== null || isWaiting;
  return (
    <>
      <TooltipButton
        tip={note === null ? label : `${label} · ${note}`}
        shortcut={reason === null && shortcut !== null ? shortcut : undefined}
        placement="left"
        label={label}
        icon={icon}
        data-tool={name}
        chosen={isOn ?? undefined}
        aria-disabled={isClosed || undefined}
        aria-describedby={note === null ? undefined : reasonId}
        data-warned={(reason === null && warning !== null) || undefined}
        aria-keyshortcuts={shortcut ?? undefined}
        onPress={() => {
          if (!isClosed) press();
        }}
      />
      {note !== null && (
        <span id={reasonId} hidden>
          {note}
        </span>
      )}
    </>
  );
}
