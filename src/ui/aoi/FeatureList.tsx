import { useSelector } from '@xstate/react';
import { Check } from 'lucide-react';
import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { areaOfOutcome, type FileOffer, type OfferedFeature } from '../../geo/check/areaReview.ts';
import {
  type FeatureSave,
  featureSaves,
  isSure,
  offText,
  savingFeature,
  unsavedCount,
  type uploadMachine,
  uploadRefusal,
} from '../../machines/aoi/upload.machine.ts';
import { formatMeasuredArea } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Ring } from '../shared/kit/figures/Ring.tsx';
import { AreaMap } from './AreaReview.tsx';
import './aoi.css';

type Upload = ActorRefFrom<typeof uploadMachine>;

/** The features of a file with several, on one map: each can become the AOI (decision 37). */
export function FeatureList({ upload, offer: { features, grid } }: { upload: Upload; offer: FileOffer }) {
  const t = useT();
  const [pointed, setPointed] = useState<number | null>(null);
  const saves = useSelector(upload, featureSaves);
  const saving = useSelector(upload, savingFeature);
  const found = Number(useSelector(upload, uploadRefusal)?.message.params?.['count'] ?? features.length);
  const paths = features.map(({ outline }) => outline?.path ?? '').join('');
  const shown = pointed === null ? null : (features[pointed]?.outline ?? null);
  return (
    <section className="gt-features gt-grid gt-gap-12 gt-shrink" aria-label={t('upload.features')}>
      <p className="gt-quiet">
        {t('upload.takeOne')}
        {found > features.length && ` ${t('upload.firstOnly', { count: features.length, found })}`}
      </p>
      {paths !== '' && (
        <AreaMap
          drawing={{ ...grid, path: paths, mark: shown?.mark ?? null }}
          tone="right"
          shaded={shown?.path ?? null}
          label={t('upload.mapFeatures')}
        />
      )}
      <ul
        className="gt-features__list gt-ruled gt-scroll gt-round-note gt-framed"
        aria-label={t('upload.features')}
      >
        {features.map((feature, index) => (
          // pointing at a row shows its place; its button does the same for the keyboard
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={index}
            className="gt-features__row gt-pad-8-12 gt-across gt-gap-12 gt-shrink"
            data-pointed={pointed === index || undefined}
            onPointerEnter={() => setPointed(index)}
            onPointerLeave={() => setPointed(null)}
            onFocus={() => setPointed(index)}
            onBlur={() => setPointed(null)}
          >
            <span className="gt-rest gt-shrink">
              <span className="gt-strong gt-anywhere">{feature.name}</span>
              <FeatureFacts feature={feature} save={saves[index]} />
            </span>
            {saving === index && <Ring />}
            {feature.outcome.type !== 'file.refused' && (
              <Button
                size="small"
                closed={saving !== null}
                aria-label={t('upload.takeFeature', { name: feature.name })}
                onPress={() => upload.send({ type: 'feature.taken', index })}
              >
                {t('upload.take')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The size of a feature, or why it can't be used; then what has become of it. */
function FeatureFacts({ feature, save }: { feature: OfferedFeature; save: FeatureSave | undefined }) {
  const t = useT();
  const { outcome } = feature;
  const aoi = areaOfOutcome(outcome);
  const off = offText(feature);
  return (
    <>
      <span className="gt-review__facts gt-caption gt-muted gt-anywhere">
        {outcome.type === 'file.refused' && messageText(t, outcome.refusal.message)}
        {aoi !== null &&
          (isSure(feature)
            ? t('upload.facts', { area: formatMeasuredArea(aoi.areaKm2), count: aoi.vertices })
            : t('upload.asks', { area: formatMeasuredArea(aoi.areaKm2) }))}
      </span>
      {off !== null && (
        <span className="gt-caption gt-anywhere gt-tone-ink" data-tone="warn">
          {messageText(t, off)}
        </span>
      )}
      {save !== undefined && (
        <span
          className="gt-caption gt-across gt-gap-4 gt-tone-ink"
          data-tone={save === 'saved' ? 'ok' : 'err'}
        >
          {save === 'saved' && <Check size={14} strokeWidth={1.75} aria-hidden="true" />}
          {save === 'saved' ? t('upload.featureSaved') : messageText(t, save)}
        </span>
      )}
    </>
  );
}

/** Saves the listed features; while it saves, how many are, and a button that stops after the present one. */
export function SaveFeatures({ upload }: { upload: Upload }) {
  const t = useT();
  const left = useSelector(upload, unsavedCount);
  const isSaving = useSelector(upload, savingFeature) !== null;
  const saves = useSelector(upload, featureSaves);
  const saved = Object.values(saves).filter((save) => save === 'saved').length;
  if (left + saved === 0) return null;
  return (
    <>
      <span className="gt-features__state gt-quiet" role="status">
        {isSaving && t('upload.savingFeatures', { saved, count: saved + left })}
        {!isSaving && saved > 0 && t('upload.savedFeatures', { count: saved })}
      </span>
      {isSaving ? (
        <Button onPress={() => upload.send({ type: 'saving.stopped' })}>{t('upload.stopSaving')}</Button>
      ) : (
        left > 0 && (
          <Button onPress={() => upload.send({ type: 'features.submitted' })}>
            {t('upload.saveFeatures', { count: left })}
          </Button>
        )
      )}
    </>
  );
}
