import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import { FIELD } from '../../../contract/limits.ts';
import {
  isSavingSearch,
  nameOfSearch,
  saveSearchReason,
  saveSearchRefusal,
  searchToSave,
} from '../../machines/saved/saveSearch.selectors.ts';
import { useActorIf, useActorOf } from '../shared/actors.tsx';
import { formatArea, formatNumber } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { FormDialog, FormFacts } from '../shared/kit/overlays/FormDialog.tsx';
import { NameField } from '../shared/kit/fields/text/NameField.tsx';
import { RefusalNote } from '../shared/RefusalNote.tsx';

/** The dialog that saves the shown search under a name, while it is open (decision 8). */
export function SaveSearchDialog() {
  return useActorIf('saveSearch') === undefined ? null : <OpenDialog />;
}

function OpenDialog() {
  const t = useT();
  const saving = useActorOf('saveSearch');
  const name = useSelector(saving, nameOfSearch);
  const { scenes, aoi } = useSelector(saving, searchToSave);
  const refusal = useSelector(saving, saveSearchRefusal);
  const reason = useSelector(saving, saveSearchReason);
  const isBusy = useSelector(saving, isSavingSearch);
  const field = useRef<HTMLInputElement>(null);
  const isIncomplete = refusal !== null && name.trim() === '';
  return (
    <FormDialog
      title={t('saveSearch.title')}
      submitLabel={t('common.save')}
      busyLabel={t('saveSearch.saving')}
      isBusy={isBusy}
      onClose={() => saving.send({ type: 'saving.closed' })}
      onSubmit={() => {
        saving.send({ type: 'saving.submitted' });
        if (saveSearchRefusal(saving.getSnapshot()) !== null) field.current?.focus();
      }}
    >
      <NameField
        label={t('saveSearch.name')}
        name="searchName"
        inputRef={field}
        value={name}
        maxLength={FIELD.aoiName}
        readOnly={isBusy}
        error={isIncomplete ? messageText(t, refusal) : null}
        onChange={(text) => saving.send({ type: 'name.changed', name: text })}
      />
      <FormFacts
        facts={[
          { term: t('saveSearch.scenes'), value: formatNumber(scenes.length, 0) },
          { term: t('saveSearch.area'), value: formatArea(aoi.areaKm2) },
        ]}
      />
      <RefusalNote refusal={isIncomplete ? null : refusal} reason={reason} />
    </FormDialog>
  );
}
