import { CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import './Field.css';

interface FieldFrameProps {
  /** Id of the control; the error is `id-error`, the hint `id-hint`. */
  id: string;
  label: string;
  hideLabel?: boolean | undefined;
  /** A star next to the label, for forms that explain stars. The control itself is marked as required. */
  marked?: boolean | undefined;
  /** Message next to the label of a field that was left empty, `id-missing`. */
  missing?: string | undefined;
  /** Right of the label: a counter, a link, a short fact. */
  aside?: ReactNode;
  error?: string | null | undefined;
  hint?: ReactNode;
  children: ReactNode;
}

/** The frame of every field: label above, error or hint below (docs/design.md, Fields). */
export function FieldFrame(props: FieldFrameProps) {
  const { id, label, hideLabel, marked, missing, aside, error, hint, children } = props;
  return (
    <div className="gt-field gt-stack gt-shrink">
      {(!hideLabel || (aside !== undefined && aside !== null)) && (
        <div className="gt-field__head">
          <span className="gt-flex gt-baseline gt-shrink">
            <label className="gt-field__label" htmlFor={id}>
              {label}
            </label>
            {marked && (
              <span className="gt-field__mark gt-err gt-label" aria-hidden="true">
                *
              </span>
            )}
          </span>
          {missing === undefined ? (
            aside
          ) : (
            <span id={`${id}-missing`} className="gt-err gt-nowrap gt-label">
              {missing}
            </span>
          )}
        </div>
      )}
      {children}
      <FieldError id={`${id}-error`} error={error} />
      {hint !== undefined && hint !== null && hint !== '' && (
        <div id={`${id}-hint`} className="gt-field__hint">
          {hint}
        </div>
      )}
    </div>
  );
}

interface FieldErrorProps {
  id: string;
  error?: string | null | undefined;
}

/** The error of a field. Always rendered, so that screen readers announce changes. */
export function FieldError({ id, error }: FieldErrorProps) {
  return (
    <div id={id} className="gt-field__error gt-err gt-flex gt-start gt-gap-4 gt-secondary" role="alert">
      {error && (
        <>
          <CircleX className="gt-above-2" size={12} strokeWidth={1.75} aria-hidden="true" />
          <span>{error}</span>
        </>
      )}
    </div>
  );
}

interface CounterProps {
  used: number;
  limit: number;
  /** Always shown, instead of from 80% of the limit. */
  always?: boolean | undefined;
}

export function Counter({ used, limit, always = false }: CounterProps) {
  if (!always && used < limit * 0.8) return null;
  return (
    <span className="gt-field__counter gt-nowrap gt-caption gt-muted" data-full={used >= limit || undefined}>
      {used} / {limit}
    </span>
  );
}

/** `aria-describedby` of a control inside a FieldFrame. */
export function describedBy(
  id: string,
  error: unknown,
  hint: unknown,
  missing?: string | undefined,
): string | undefined {
  const ids = [
    missing === undefined ? '' : `${id}-missing`,
    error ? `${id}-error` : '',
    hint ? `${id}-hint` : '',
  ].filter((part) => part !== '');
  return ids.length === 0 ? undefined : ids.join(' ');
}
