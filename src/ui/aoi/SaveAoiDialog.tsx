import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import { FIELD } from '../../../contract/limits.ts';
import { shownAoi } from '../../machines/aoi/aoi.selectors.ts';
import {
  isSavingAoi,
  isSavingOpen,
  nameOfAoi,
  savingReason,
  savingRefusal,
} from '../../machines/aoi/saveAoi.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { formatArea, formatNumber } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { FormDialog, FormFacts } from '../shared/kit/overlays/FormDialog.tsx';
import { NameField } from '../shared/kit/fields/text/NameField.tsx';
import { RefusalNote } from '../shared/RefusalNote.tsx';

/** §2 Save-AOI dialog while it is open: names the area. */
export function SaveAoiDialog() {
  const isOpen = useSelector(useActorOf('saveAoi'), isSavingOpen);
  return isOpen ? <OpenDialog /> : null;
}

function OpenDialog() {
  const t = useT();
  const saving = useActorOf('saveAoi');
  const name = useSelector(saving, nameOfAoi);
  const refusal = useSelector(saving, savingRefusal);
  const reason = useSelector(saving, savingReason);
  const isBusy = useSelector(saving, isSavingAoi);
  const field = useRef<HTMLInputElement>(null);
  // §5 requires a name and a geometry; the dialog always has a geometry
  const isIncomplete = refusal !== null && name.trim() === '';
  return (
    <FormDialog
      title={t('saveAoi.title')}
      submitLabel={t('common.save')}
      busyLabel={t('saveAoi.saving')}
      isBusy={isBusy}
      onClose={() => saving.send({ type: 'saving.closed' })}
      onSubmit={() => {
        saving.send({ type: 'saving.submitted' });
        if (savingRefusal(saving.getSnapshot()) !== null) field.current?.focus();
      }}
    >
      <NameField
        label={t('saveAoi.name')}
        name="aoiName"
        inputRef={field}
        value={name}
        maxLength={FIELD.aoiName}
        readOnly={isBusy}
        error={isIncomplete ? messageText(t, refusal) : null}
        onChange={(text) => saving.send({ type: 'name.changed', name: text })}
      />
      <AreaFacts />
      <RefusalNote refusal={isIncomplete ? null : refusal} reason={reason} />
    </FormDialog>
  );
}

function AreaFacts() {
  const t = useT();
  const area = useSelector(useActorOf('aoi'), shownAoi);
  if (area === null) return null;
  return (
    <FormFacts
      facts={[
        { term: t('saveAoi.area'), value: formatArea(area.areaKm2) },
        { term: t('saveAoi.vertices'), value: formatNumber(area.vertices, 0) },
      ]}
    />
  );
}
