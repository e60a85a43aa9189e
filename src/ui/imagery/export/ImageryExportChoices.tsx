import { useSelector } from '@xstate/react';
import { OUT_MODES, OUT_PROJECTIONS, OUT_RESOLUTIONS } from '../../../../contract/imagery.ts';
import { coarserLayer, type ImageryExportDraft } from '../../../machines/imagery/imageryExport.rules.ts';
import { formDraft, formInput } from '../../../machines/orders/priced/pricedForm.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatGsd } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Segments } from '../../shared/kit/actions/Segments.tsx';

interface ChoicesProps {
  isBusy: boolean;
  onChange: (patch: Partial<ImageryExportDraft>) => void;
}

/** §3 Imagery export form: outMode, outResolution and outProj. */
export function ImageryExportChoices({ isBusy, onChange }: ChoicesProps) {
  const t = useT();
  const form = useActorOf('imageryExport');
  const { outMode, outResolution, outProj } = useSelector(form, formDraft);
  const own = coarserLayer(useSelector(form, formInput).layer, outResolution);
  return (
    <>
      <Segments
        label={t('imageryExport.mode')}
        disabled={isBusy}
        value={outMode}
        options={OUT_MODES.map((value) => ({ value, label: t(`imageryExport.modes.${value}`) }))}
        hint={t(`imageryExport.modeHints.${outMode}`)}
        onChange={(value) => onChange({ outMode: value })}
      />
      <Segments
        label={t('imageryExport.resolution')}
        disabled={isBusy}
        value={String(outResolution)}
        options={OUT_RESOLUTIONS.map((value) => ({ value: String(value), label: formatGsd(value) }))}
        hint={own === null ? undefined : t('imageryExport.noDetail', { own: formatGsd(own) })}
        onChange={(text) => {
          const chosen = OUT_RESOLUTIONS.find((value) => String(value) === text);
          if (chosen !== undefined) onChange({ outResolution: chosen });
        }}
      />
      <Segments
        label={t('imageryExport.projection')}
        disabled={isBusy}
        value={outProj}
        options={OUT_PROJECTIONS.map((value) => ({ value, label: value }))}
        onChange={(value) => onChange({ outProj: value })}
      />
    </>
  );
}
