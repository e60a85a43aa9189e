import { useState } from 'react';
import { eventDraft } from '../../machines/inspector/viewer.selectors.ts';
import { eventIn } from '../../machines/inspector/viewer.rules.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Dialog } from '../shared/kit/overlays/Dialog.tsx';
import { useClosing } from '../shared/kit/overlays/useClosing.tsx';
import { TextField } from '../shared/kit/fields/text/TextField.tsx';
import { useViewer, useViewerValue } from './viewerActor.tsx';

/** Edits and sends an event with fields, as JSON. */
export function SendDialog() {
  const draft = useViewerValue(eventDraft);
  return draft === null ? null : <OpenDialog draft={draft} />;
}

function OpenDialog({ draft }: { draft: NonNullable<ReturnType<typeof eventDraft>> }) {
  const t = useT();
  const viewer = useViewer();
  const [offered] = useState(draft.text);
  const { close, question } = useClosing(draft.text !== offered, () => viewer.send({ type: 'draft.closed' }));
  return (
    <Dialog
      title={t('viewer.sendTitle', { event: eventIn(draft.text)?.type ?? '' })}
      width={600}
      onClose={close}
      footer={
        <>
          <Button onPress={close}>{t('common.cancel')}</Button>
          <Button variant="primary" onPress={() => viewer.send({ type: 'draft.submitted' })}>
            {t('viewer.send')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('viewer.sendText')}
        value={draft.text}
        onChange={(text) => viewer.send({ type: 'draft.changed', text })}
        lines={14}
        mono
        spellCheck={false}
        hint={t('viewer.sendHint')}
        error={draft.isRefused ? t('viewer.sendRefused') : null}
      />
      {question}
    </Dialog>
  );
}
