import { useSelector } from '@xstate/react';
import { shownAoi } from '../../machines/aoi/aoi.machine.ts';
import { isSavingOpen } from '../../machines/aoi/saveAoi.machine.ts';
import { useActorOf } from '../shared/actors.tsx';
import { formatArea, formatNumber } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { FormFacts } from '../shared/kit/overlays/FormDialog.tsx';
import { SaveDialog } from '../shared/SaveDialog.tsx';

/** §2 Save-AOI dialog, while it is open. */
export function SaveAoiDialog() {
  const isOpen = useSelector(useActorOf('saveAoi'), isSavingOpen);
  return isOpen ? <OpenDialog /> : null;
}

function OpenDialog() {
  const t = useT();
  const saving = useActorOf('saveAoi');
  return (
    <SaveDialog
      title={t('saveAoi.title')}
      busyLabel={t('saveAoi.saving')}
      label={t('saveAoi.name')}
      fieldName="aoiName"
      saving={saving}
    >
      <AreaFacts />
    </SaveDialog>
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
