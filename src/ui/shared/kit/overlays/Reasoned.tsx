import { useId, type ReactElement } from 'react';
import { Tooltip } from './Tooltip.tsx';

interface ReasonedProps {
  /** Why the button can't be used now; null if it can. */
  reason: string | null;
  /** The Button or IconButton, with the given properties. */
  children: (closed: {
    closed: boolean;
    'aria-describedby': string | undefined;
  }) => ReactElement<Record<string, unknown>, string>;
}

/** A button that shows on hover and focus why it can't be used. It stays focusable for that. */
export function Reasoned({ reason, children }: ReasonedProps) {
  const id = useId();
  const isClosed = reason !== null;
  return (
    <>
      <Tooltip label={reason}>
        {children({ closed: isClosed, 'aria-describedby': isClosed ? id : undefined })}
      </Tooltip>
      {isClosed && (
        <span id={id} hidden>
          {reason}
        </span>
      )}
    </>
  );
}
