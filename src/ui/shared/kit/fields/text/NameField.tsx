import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { TextField } from './TextField.tsx';

export interface NameFieldProps {
  label: string;
  name: string;
  value: string;
  maxLength: number;
  onChange: (name: string) => void;
  readOnly: boolean;
  inputRef?: Ref<HTMLInputElement> | undefined;
  /** Why it is invalid. */
  error?: string | null | undefined;
  /** Marks it as invalid without a message. */
  invalid?: boolean | undefined;
}

/** The name field at the start of a form: required, focused, with a character counter. */
export function NameField({ inputRef, ...props }: NameFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(inputRef, () => input.current, []);
  // typing replaces an offered name
  useEffect(() => input.current?.select(), []);
  return <TextField {...props} inputRef={input} counter="always" required autoFocus autoComplete="off" />;
}
