import { type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { TextField } from './TextField.tsx';

interface NameFieldProps {
  label: string;
  name: string;
  value: string;
  maxLength: number;
  onChange: (name: string) => void;
  readOnly: boolean;
  inputRef?: Ref<HTMLInputElement> | undefined;
  error?: string | null | undefined;
  /** Marks it as invalid without a message. */
  invalid?: boolean | undefined;
}

/** The name field at the start of a form: required, focused, with a character counter. */
export function NameField({ inputRef, onChange, ...props }: NameFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(inputRef, () => input.current, []);
  const typed = useRef<string | null>(null);
  const type = (name: string) => {
    typed.current = name;
    onChange(name);
  };
  // typing replaces an offered name, also one that changed when its place was found
  useLayoutEffect(() => {
    if (props.value !== typed.current) input.current?.select();
  }, [props.value]);
  return (
    <TextField
      {...props}
      onChange={type}
      inputRef={input}
      counter="always"
      required
      autoFocus
      autoComplete="off"
    />
  );
}
