import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../../i18n/useT.ts';
import { IconButton } from '../../actions/IconButton.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** A password, hidden until the eye button is pressed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing' | 'lines' | 'mono'>) {
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      trailing={
        <IconButton
          label={t(shown ? 'kit.hidePassword' : 'kit.showPassword')}
          icon={shown ? <EyeOff size={16} strokeWidth={1.75} /> : <Eye size={16} strokeWidth={1.75} />}
          size="small"
          onPress={() => setShown(!shown)}
        />
      }
    />
  );
}
