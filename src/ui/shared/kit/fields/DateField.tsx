import { useState } from 'react';
import { useT } from '../../i18n/useT.ts';
import { TextField, type TextFieldProps } from './TextField.tsx';

type DateFieldProps = Pick<TextFieldProps, 'label' | 'hideLabel' | 'hint' | 'error' | 'disabled'> & {
  /** A UTC day as YYYY-MM-DD; '' if empty. */
  value: string;
  /** Called with a valid day, or '' if the field was cleared. */
  onChange: (day: string) => void;
};

/** A UTC day, typed as YYYY-MM-DD. */
export function DateField({ value, onChange, error, ...field }: DateFieldProps) {
  const t = useT();
  // the typed text; null while the field shows the value
  const [draft, setDraft] = useState<string | null>(null);
  const [unreadable, setUnreadable] = useState(false);
  const keep = () => {
    if (draft === null) return;
    const day = draft.trim() === '' ? '' : dayOf(draft);
    setUnreadable(day === null);
    if (day === null) return;
    setDraft(null);
    if (day !== value) onChange(day);
  };
  return (
    <TextField
      {...field}
      value={draft ?? value}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      placeholder={t('kit.dayPlaceholder')}
      error={unreadable ? t('kit.dayUnreadable') : error}
      onChange={(text) => {
        setDraft(text);
        setUnreadable(false);
      }}
      onBlur={keep}
      onKeyDown={(event) => event.key === 'Enter' && keep()}
    />
  );
}

/**
 * Parses a typed day: 2026-08-20, 2026/8/20, 2026.08.20 or 20260820.
 * @returns YYYY-MM-DD, or null if it is not a calendar day
 */
export function dayOf(text: string): string | null {
  const match = /^\s*(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?\s*$/u.exec(text);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  const real =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.toISOString().slice(0, 10) : null;
}
