import { useSelector } from '@xstate/react';
import { ChartArea, Crosshair, FileUp, FolderOpen, Pentagon, Square, X } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { CLASSES } from '../../../contract/limits.ts';
import {
  type AnalysisDraft,
  bandLabel,
  isIndexOffered,
  missingRoles,
  namesOf,
} from '../../machines/analytics/analytics.rules.ts';
import {
  analysedLayer,
  analysisAoi,
  analysisDraft,
  analysisPercent,
  analysisRefusal,
  areaRefusal,
  canReturn,
  drawMode,
  isAnalysing,
  pageBaseMap,
  pageLayers,
  pageSettings,
  readMetres,
} from '../../machines/analytics/analytics.machine.ts';
import {
  areDeliveriesUnlisted,
  imageRefusal,
  isOpeningImage,
  type ownImagesMachine,
} from '../../machines/analytics/ownImages.machine.ts';
import { isUploadOpen } from '../../machines/aoi/upload.machine.ts';
import { INDEX_NAMES } from '../../raster/formulas.ts';
import { UploadDialog } from '../aoi/UploadDialog.tsx';
import { usePage, usePageValue } from '../map/analysis/page.tsx';
import { baseLayers, isToBeHad } from '../map/layers/tiles/mapLayers.ts';
import { PreferenceMenus } from '../shared/PreferenceMenus.tsx';
import { formatArea, formatGsd, formatPercent } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Segments } from '../shared/kit/actions/Segments.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { describedBy, FieldFrame } from '../shared/kit/fields/Field.tsx';
import { Select } from '../shared/kit/fields/Select.tsx';
import { Slider } from '../shared/kit/fields/Slider.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { Progress } from '../shared/kit/figures/Progress.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';

const TASKS = ['index', 'classes', 'change'] as const;
const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The form: analysis, layer and area. */
export function AnalysisForm() {
  const t = useT();
  const { actor } = usePage();
  const isBusy = usePageValue(isAnalysing);
  const hasResult = usePageValue(canReturn);
  return (
    <Panel title={t('analytics.title')} actions={<PageMenus />} footer={isBusy ? <Working /> : <Start />}>
      <fieldset className="gt-analytics__fields gt-gap-form gt-grid gt-shrink" disabled={isBusy}>
        <legend className="gt-visually-hidden">{t('analytics.title')}</legend>
        {hasResult && (
          <Button
            size="small"
            icon={<ChartArea {...ICON} />}
            onPress={() => actor.send({ type: 'result.returned' })}
          >
            {t('analytics.backToResult')}
          </Button>
        )}
        <WhatFields disabled={isBusy} />
        <AreaFields disabled={isBusy} />
        <Resolution />
        <BaseMapField disabled={isBusy} />
      </fieldset>
    </Panel>
  );
}

function WhatFields({ disabled }: { disabled: boolean }) {
  const t = useT();
  const { actor } = usePage();
  const draft = usePageValue(analysisDraft);
  const layers = usePageValue(pageLayers);
  const change = (patch: Partial<AnalysisDraft>) => actor.send({ type: 'draft.changed', patch });
  const options = layers.map(({ id, name, own }) => ({
    value: String(id),
    label: name,
    ...(own !== undefined && {
      note: t(own.image.file === undefined ? 'analytics.delivered' : 'analytics.ownFile'),
    }),
  }));
  const idOf = (value: string | null) => (value === null ? null : Number(value));
  return (
    <>
      <Segments
        label={t('analytics.task')}
        value={draft.task}
        options={TASKS.map((value) => ({ value, label: t(`analytics.tasks.${value}`) }))}
        onChange={(task) => change({ task })}
        hint={t(`analytics.taskHints.${draft.task}`)}
        disabled={disabled}
      />
      {draft.task === 'change' && (
        <Select
          label={t('analytics.earlier')}
          value={draft.earlierId === null ? null : String(draft.earlierId)}
          options={options}
          placeholder={t('analytics.selectLayer')}
          disabled={disabled}
          onChange={(value) => change({ earlierId: idOf(value) })}
        />
      )}
      <Select
        label={t(draft.task === 'change' ? 'analytics.later' : 'analytics.layer')}
        value={draft.layerId === null ? null : String(draft.layerId)}
        options={options}
        placeholder={t('analytics.selectLayer')}
        disabled={disabled}
        onChange={(value) => change({ layerId: idOf(value) })}
        hint={layers.length === 0 ? t('analytics.noLayersText') : undefined}
      />
      <OwnImageFields disabled={disabled} />
      {draft.task === 'classes' ? (
        <Slider
          label={t('analytics.count')}
          value={draft.count}
          min={CLASSES.min}
          max={CLASSES.max}
          step={1}
          format={String}
          disabled={disabled}
          onChange={(count) => change({ count })}
        />
      ) : (
        <IndexFields disabled={disabled} />
      )}
    </>
  );
}

/** The resolution of the analysis. */
function Resolution() {
  const t = useT();
  const metres = usePageValue(readMetres);
  if (metres === null) return null;
  const shown = metres >= 10 ? Math.round(metres) : metres;
  return <p className="gt-quiet">{t('analytics.fineness', { metres: formatGsd(shown) })}</p>;
}

function Start() {
  const t = useT();
  const { actor } = usePage();
  const refusal = usePageValue(analysisRefusal);
  return (
    <div className="gt-grid gt-gap-8 gt-rest">
      {refusal !== null && <Note tone="err" title={messageText(t, refusal)} />}
      <Button variant="primary" wide onPress={() => actor.send({ type: 'analysis.requested' })}>
        {t('analytics.run')}
      </Button>
    </div>
  );
}

function Working() {
  const t = useT();
  const { actor } = usePage();
  const percent = usePageValue(analysisPercent);
  const message = formatPercent(percent);
  return (
    <div className="gt-grid gt-gap-8 gt-rest">
      <p className="gt-flex gt-between gt-label gt-muted">
        <span>{t(percent < 80 ? 'analytics.reading' : 'analytics.working')}</span>
        <span>{message}</span>
      </p>
      <Progress label={t('analytics.progress')} share={percent / 100} message={message} />
      <Button wide autoFocus onPress={() => actor.send({ type: 'analysis.cancelled' })}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}

const WAYS = [
  { way: 'Box', Icon: Square },
  { way: 'Polygon', Icon: Pentagon },
] as const;

/** The area: the portal's AOI, a drawn one, or one pasted as WKT. */
function AreaFields({ disabled }: { disabled: boolean }) {
  const t = useT();
  const { actor } = usePage();
  const mode = usePageValue(drawMode);
  return (
    <section className="gt-grid gt-gap-8" aria-label={t('search.aoi')}>
      <h3 className="gt-field__label">{t('search.aoi')}</h3>
      <AreaCard disabled={disabled} />
      <div className="gt-analytics__draw gt-grid gt-gap-8">
        {WAYS.map(({ way, Icon }) => (
          <Button
            key={way}
            icon={<Icon {...ICON} />}
            disabled={disabled}
            chosen={mode === way}
            onPress={() =>
              actor.send(mode === way ? { type: 'mode.left' } : { type: 'draw.chosen', mode: way })
            }
          >
            {t(`analytics.draw${way}`)}
          </Button>
        ))}
      </div>
      <UploadArea disabled={disabled} />
      <WktField disabled={disabled} />
    </section>
  );
}

/** A file with the AOI, read as in the portal. */
function UploadArea({ disabled }: { disabled: boolean }) {
  const t = useT();
  const upload = useSelector(usePage().actor, ({ children }) => children.upload);
  const isOpen = useSelector(upload, (one) => one !== undefined && isUploadOpen(one));
  const hasAoi = usePageValue(analysisAoi) !== null;
  if (upload === undefined) return null;
  return (
    <>
      <Button
        icon={<FileUp {...ICON} />}
        disabled={disabled}
        onPress={() => upload.send({ type: 'upload.opened' })}
      >
        {t('search.upload')}
      </Button>
      {isOpen && <UploadDialog upload={upload} isOver={false} hasAoi={hasAoi} canSave={false} />}
    </>
  );
}

function AreaCard({ disabled }: { disabled: boolean }) {
  const t = useT();
  const { actor } = usePage();
  const aoi = usePageValue(analysisAoi);
  if (aoi === null) return <p className="gt-quiet">{t('search.aoiNone')}</p>;
  return (
    <div className="gt-analytics__card gt-across gt-gap-4 gt-sunken gt-round-field">
      <span className="gt-rest">
        {t('search.aoiFacts', { area: formatArea(aoi.areaKm2), count: aoi.vertices })}
      </span>
      <TooltipButton
        placement="top"
        size="small"
        label={t('analytics.goToArea')}
        icon={<Crosshair {...ICON} />}
        onPress={() => actor.send({ type: 'area.sought' })}
      />
      <TooltipButton
        placement="top"
        size="small"
        label={t('analytics.clearArea')}
        icon={<X {...ICON} />}
        disabled={disabled}
        onPress={() => actor.send({ type: 'area.cleared' })}
      />
    </div>
  );
}

function WktField({ disabled }: { disabled: boolean }) {
  const t = useT();
  const id = useId();
  const { actor } = usePage();
  const refusal = usePageValue(areaRefusal);
  const [text, setText] = useState('');
  const error = refusal === null ? null : messageText(t, refusal);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    actor.send({ type: 'wkt.submitted', text });
  };
  return (
    <form className="gt-analytics__wkt gt-justify-start gt-grid gt-gap-8" onSubmit={submit}>
      <FieldFrame id={id} label={t('coordinates.wktLabel')} error={error}>
        <textarea
          id={id}
          className="gt-analytics__text gt-pad-8-12 gt-wide gt-ink gt-surface gt-round-field gt-outlined"
          rows={2}
          value={text}
          placeholder={t('coordinates.wktExample')}
          spellCheck={false}
          autoComplete="off"
          disabled={disabled}
          aria-invalid={error !== null || undefined}
          aria-describedby={describedBy(id, error, null)}
          onChange={(event) => setText(event.target.value)}
        />
      </FieldFrame>
      <Button type="submit" size="small" disabled={disabled || text.trim() === ''}>
        {t('analytics.useWkt')}
      </Button>
    </form>
  );
}

/** The base map below the layers; without tiles the built-in map is seen. */
function BaseMapField({ disabled }: { disabled: boolean }) {
  const t = useT();
  const { actor } = usePage();
  const settings = usePageValue(pageSettings);
  const baseMap = usePageValue(pageBaseMap);
  if (settings === null) return null;
  const options = baseLayers(settings.basemaps).map((layer) => ({
    value: layer.id === 'GMAP' ? ('GMAP' as const) : ('OSM' as const),
    label: layer.title,
    note: isToBeHad(layer) ? undefined : t('layers.noTiles'),
  }));
  return (
    <Select
      label={t('analytics.baseMap')}
      value={baseMap}
      options={options}
      disabled={disabled}
      onChange={(value) => {
        if (value !== null) actor.send({ type: 'baseMap.chosen', baseMap: value });
      }}
    />
  );
}

/** The index, its missing bands if it is unavailable, and two bands for indices that take any pair. */
function IndexFields({ disabled }: { disabled: boolean }) {
  const t = useT();
  const { actor } = usePage();
  const draft = usePageValue(analysisDraft);
  const layer = usePageValue(analysedLayer);
  const change = (patch: Partial<AnalysisDraft>) => actor.send({ type: 'draft.changed', patch });
  const names = layer === null ? [] : namesOf(layer);
  const takesAny = draft.index === 'difference' || draft.index === 'ratio';
  const noteOf = (index: (typeof INDEX_NAMES)[number]) => {
    const missing = layer === null ? [] : missingRoles(index, layer);
    return missing.length === 0 ? undefined : t('analytics.without', { bands: missing.join(', ') });
  };
  return (
    <>
      <Select
        label={t('analytics.index')}
        value={draft.index}
        options={INDEX_NAMES.map((value) => ({
          value,
          label: t(`analytics.indices.${value}`),
          disabled: layer !== null && !isIndexOffered(value, layer),
          note: noteOf(value),
        }))}
        disabled={disabled}
        hint={t(`analytics.indexHints.${draft.index}`)}
        onChange={(index) => {
          if (index !== null) change({ index });
        }}
      />
      {takesAny && (
        <div className="gt-analytics__pair gt-grid gt-gap-8">
          {(['first', 'second'] as const).map((which) => (
            <Select
              key={which}
              label={t(`analytics.${which}`)}
              value={String(draft[which])}
              options={names.map((_, band) => ({ value: String(band), label: bandLabel(names, band) }))}
              disabled={disabled}
              onChange={(value) => {
                if (value !== null) change({ [which]: Number(value) });
              }}
            />
          ))}
        </div>
      )}
    </>
  );
}

/** Images of the user's own, which the list of layers has too: a file of their machine, and what happens to it. */
function OwnImageFields({ disabled }: { disabled: boolean }) {
  const images = useSelector(usePage().actor, ({ children }) => children.ownImages);
  return images === undefined ? null : <Fields images={images} disabled={disabled} />;
}

interface FieldsProps {
  images: ActorRefFrom<typeof ownImagesMachine>;
  disabled: boolean;
}

function Fields({ images, disabled }: FieldsProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const isOpening = useSelector(images, isOpeningImage);
  const refusal = useSelector(images, imageRefusal);
  const isUnlisted = useSelector(images, areDeliveriesUnlisted);
  const again = (
    <Button size="small" onPress={() => images.send({ type: 'images.retried' })}>
      {t('common.tryAgain')}
    </Button>
  );
  return (
    <div className="gt-analytics__own gt-justify-start gt-grid gt-gap-8">
      <input
        ref={input}
        type="file"
        hidden
        accept=".tif,.tiff"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) images.send({ type: 'file.given', file });
          // so that selecting the same file again fires a change event
          event.target.value = '';
        }}
      />
      <Button
        size="small"
        icon={<FolderOpen {...ICON} />}
        disabled={disabled}
        onPress={() => input.current?.click()}
      >
        {t('analytics.openFile')}
      </Button>
      <p className="gt-if-any gt-quiet" role="status">
        {isOpening && t('analytics.openingImage')}
      </p>
      {refusal !== null && <Note tone="err" title={messageText(t, refusal)} action={again} />}
      {isUnlisted && <Note tone="warn" title={t('analytics.notListed')} action={again} />}
    </div>
  );
}

/** Language and theme menus, at the right of the panel. */
export function PageMenus() {
  const preferences = useSelector(usePage().actor, ({ children }) => children.preferences);
  return preferences === undefined ? null : <PreferenceMenus preferences={preferences} />;
}
