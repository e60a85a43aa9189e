import { useSelector } from '@xstate/react';
import { useId, useState } from 'react';
import {
  isCreatingKey,
  isKeyStored,
  isKeyUnfinished,
  madeKey,
  type NewKeyActor,
} from '../../../machines/account/keys/newKey.selectors.ts';
import { useActorIf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Dialog } from '../../shared/kit/overlays/Dialog.tsx';
import { LeavingQuestion } from '../../shared/kit/overlays/LeavingQuestion.tsx';
import { useClosing } from '../../shared/kit/overlays/useClosing.tsx';
import { KeyForm } from './KeyForm.tsx';
import { ShownKey } from './ShownKey.tsx';

/** The dialog of a new key: its form, then the key, shown once. */
export function NewKeyDialog() {
  const keys = useActorIf('apiKeys');
  return keys === undefined ? null : <OfActor keys={keys} />;
}

function OfActor({ keys }: { keys: NonNullable<ReturnType<typeof useActorIf<'apiKeys'>>> }) {
  const newKey = useSelector(keys, ({ children }) => children.newKey);
  const isMade = useSelector(newKey, (snapshot) => snapshot !== undefined && madeKey(snapshot) !== null);
  if (newKey === undefined) return null;
  return isMade ? <KeyDialog newKey={newKey} /> : <FormDialog newKey={newKey} />;
}

function FormDialog({ newKey }: { newKey: NewKeyActor }) {
  const t = useT();
  const formId = useId();
  const isBusy = useSelector(newKey, isCreatingKey);
  const { close, question } = useClosing(useSelector(newKey, isKeyUnfinished), () =>
    newKey.send({ type: 'dialog.closed' }),
  );
  return (
    <Dialog
      title={t('keys.new')}
      subtitle={t('keys.newText')}
      onClose={close}
      footer={
        <>
          <Button disabled={isBusy} onPress={close}>
            {t('common.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy} busyLabel={t('keys.creating')}>
            {t('keys.create')}
          </Button>
        </>
      }
    >
      <KeyForm id={formId} newKey={newKey} />
      {question}
    </Dialog>
  );
}

/** It closes only once its owner says that the key is stored: Escape and × ask. */
function KeyDialog({ newKey }: { newKey: NewKeyActor }) {
  const t = useT();
  const key = useSelector(newKey, madeKey);
  const isStored = useSelector(newKey, isKeyStored);
  const [isAsked, setAsked] = useState(false);
  const leave = () => newKey.send({ type: 'dialog.closed' });
  if (key === null) return null;
  return (
    <Dialog
      title={t('keys.new')}
      subtitle={key.name}
      onClose={isStored ? leave : () => setAsked(true)}
      footer={
        <Button
          variant="primary"
          disabled={!isStored}
          reason={isStored ? undefined : t('keys.storeFirst')}
          onPress={leave}
        >
          {t('keys.done')}
        </Button>
      }
    >
      <ShownKey newKey={newKey} apiKey={key} />
      {isAsked && !isStored && (
        <LeavingQuestion
          title={t('keys.leaveTitle')}
          text={t('keys.leaveText')}
          leave={t('keys.leaveYes')}
          onLeave={() => {
            newKey.send({ type: 'stored.toggled' });
            leave();
          }}
          onStay={() => setAsked(false)}
        />
      )}
    </Dialog>
  );
}
