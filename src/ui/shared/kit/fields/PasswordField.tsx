import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useT } from '../../i18n/useT.ts';
import { IconButton } from '../actions/IconButton.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';
import './Field.css';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'trailing' | 'lines' | 'mono'> {
  /** Content after the field. Tab reaches it before the eye button, which stays inside the field. */
  next?: ReactNode;
}

/** A password, hidden until the eye button is pressed. */
export function PasswordField({ next, ...props }: PasswordFieldProps) {
  const t = useT();
  const [shown, setShown] = useState(false);
  const eye = (
    <IconButton
      label={t(shown ? 'kit.hidePassword' : 'kit.showPassword')}
      icon={shown ? <EyeOff size={16} strokeWidth={1.75} /> : <Eye size={16} strokeWidth={1.75} />}
      size="small"
      onPress={() => setShown(!shown)}
    />
  );
  const type = shown ? 'text' : 'password';
  if (next === undefined) return <TextField {...props} type={type} spellCheck={false} trailing={eye} />;
  return (
    <div className="gt-password gt-stack gt-anchor">
      <TextField
        {...props}
        type={type}
        spellCheck={false}
        trailing={<span className="gt-password__room gt-keep" />}
      />
      {next}
      <span className="gt-password__eye gt-placed gt-across gt-label">{eye}</span>
    </div>
  );
}
