import { useEffect, useRef } from 'react';
import { useT } from './i18n/useT.ts';
import { Button } from './kit/actions/Button.tsx';
import { TextField } from './kit/fields/TextField.tsx';
import { Dialog } from './kit/overlays/Dialog.tsx';

interface LinkDialogProps {
  title: string;
  link: string;
  hint: string;
  onClose: () => void;
}

/** A link, preselected, for browsers that refuse clipboard access. */
export function LinkDialog({ title, link, hint, onClose }: LinkDialogProps) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <TextField
        label={t('common.link')}
        value={link}
        inputRef={field}
        autoFocus
        readOnly
        hint={hint}
        onChange={() => {}}
      />
    </Dialog>
  );
}
