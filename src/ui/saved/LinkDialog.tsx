import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { offeredLink } from '../../machines/saved/savedSearches.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Dialog } from '../shared/kit/overlays/Dialog.tsx';
import { TextField } from '../shared/kit/fields/text/TextField.tsx';

/** The share link, preselected, for browsers that refuse clipboard access. */
export function LinkDialog() {
  const link = useSelector(useActorOf('savedSearches'), offeredLink);
  return link === null ? null : <OpenDialog link={link} />;
}

function OpenDialog({ link }: { link: string }) {
  const t = useT();
  const searches = useActorOf('savedSearches');
  const field = useRef<HTMLInputElement>(null);
  const close = () => searches.send({ type: 'link.closed' });
  useEffect(() => field.current?.select(), []);
  return (
    <Dialog
      title={t('mySearch.linkTitle')}
      onClose={close}
      footer={
        <Button variant="primary" onPress={close}>
          {t('common.close')}
        </Button>
      }
    >
      <TextField
        label={t('mySearch.link')}
        value={link}
        inputRef={field}
        autoFocus
        readOnly
        hint={t('mySearch.linkText')}
        onChange={() => {}}
      />
    </Dialog>
  );
}
