import { useSelector } from '@xstate/react';
import { searchToSave } from '../../machines/saved/saveSearch.selectors.ts';
import { useActorIf, useActorOf } from '../shared/actors.tsx';
import { formatArea, formatNumber } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { FormFacts } from '../shared/kit/overlays/FormDialog.tsx';
import { SaveDialog } from '../shared/SaveDialog.tsx';

/** The dialog that saves the shown search under a name, while it is open (decision 8). */
export function SaveSearchDialog() {
  return useActorIf('saveSearch') === undefined ? null : <OpenDialog />;
}

function OpenDialog() {
  const t = useT();
  const saving = useActorOf('saveSearch');
  const { scenes, aoi } = useSelector(saving, searchToSave);
  return (
    <SaveDialog
      title={t('saveSearch.title')}
      busyLabel={t('saveSearch.saving')}
      label={t('saveSearch.name')}
      fieldName="searchName"
      saving={saving}
    >
      <FormFacts
        facts={[
          { term: t('saveSearch.scenes'), value: formatNumber(scenes.length, 0) },
          { term: t('saveSearch.area'), value: formatArea(aoi.areaKm2) },
        ]}
      />
    </SaveDialog>
  );
}
