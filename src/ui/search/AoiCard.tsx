import { useSelector } from '@xstate/react';
import {
  BookmarkPlus,
  CircleX,
  Eraser,
  FileUp,
  Focus,
  Keyboard,
  Pentagon,
  Sparkles,
  Square,
  SquarePen,
} from 'lucide-react';
import { useId } from 'react';
import { aoiKind, aoiName, shownAoi } from '../../machines/aoi/aoi.machine.ts';
import { isEditing } from '../../machines/map/map.selectors.ts';
import { aoiRefusal, offeredSamples } from '../../machines/search/search.machine.ts';
import { areToolKeysOn } from '../../machines/shared/preferences.selectors.ts';
import { useActorOf, usePortal } from '../shared/actors.tsx';
import { PHONE, useMatches } from '../shared/useMatches.ts';
import { request } from '../map/kernel/tool.ts';
import { goToAoi } from '../map/tools/aoi.ts';
import { formatArea, formatGsd } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { useUndo, UndoButtons } from '../map/tools/edit/undo.tsx';
import type { OfferedSample } from '../../../contract/settings.ts';
import { isStartCardShown } from '../../machines/search/startCard.machine.ts';
import { isGlMissing, mapReason } from '../map/kernel/graphics.ts';
import { shownLanguage } from '../shared/i18n/language.ts';
import { Menu } from '../shared/kit/actions/Menu.tsx';
import { Reasoned } from '../shared/kit/overlays/Tooltip.tsx';

const KIND_WORDS = {
  rectangle: 'search.aoiRectangle',
  polygon: 'search.aoiPolygon',
  typed: 'search.aoiTyped',
  file: 'search.aoiFile',
  saved: 'search.aoiSaved',
};

/** The area of interest, or the ways to set one. */
export function AoiCard() {
  const t = useT();
  const id = useId();
  const hasAoi = useSelector(useActorOf('aoi'), shownAoi) !== null;
  const refusal = useSelector(useActorOf('search'), aoiRefusal);
  return (
    <section aria-label={t('search.aoi')} aria-describedby={refusal ? id : undefined}>
      <div
        className="gt-aoi-card gt-across gt-gap-10 gt-sunken gt-round-note"
        data-refused={refusal !== null || undefined}
      >
        {hasAoi ? <SetAoi /> : <NoAoi />}
      </div>
      <div id={id} className="gt-field__error gt-err gt-flex gt-start gt-gap-4 gt-secondary" role="alert">
        {refusal && (
          <>
            <CircleX className="gt-above-2" size={12} strokeWidth={1.75} aria-hidden="true" />
            <span>{messageText(t, refusal)}</span>
          </>
        )}
      </div>
    </section>
  );
}

function SetAoi() {
  const t = useT();
  const aoi = useActorOf('aoi');
  const saving = useActorOf('saveAoi');
  const portal = usePortal();
  const area = useSelector(aoi, shownAoi);
  const kind = useSelector(aoi, aoiKind);
  const name = useSelector(aoi, aoiName) ?? '';
  const key = useSelector(useActorOf('preferences'), areToolKeysOn) ? goToAoi.key : undefined;
  if (area === null) return null;
  return (
    <>
      <AoiMark />
      <div className="gt-rest">
        <p className="gt-anywhere gt-strong">{t(KIND_WORDS[kind], { name })}</p>
        <p className="gt-caption gt-muted">
          {t('search.aoiFacts', { area: formatArea(area.areaKm2), count: area.vertices })}
        </p>
      </div>
      {!isGlMissing() && (
        <TooltipButton
          shortcut={key}
          label={t('search.zoomToAoi')}
          icon={<Focus size={16} strokeWidth={1.75} />}
          aria-keyshortcuts={key}
          onPress={() => portal.send(goToAoi.event)}
        />
      )}
      <TooltipButton
        label={t('search.saveAoi')}
        icon={<BookmarkPlus size={16} strokeWidth={1.75} />}
        onPress={() => saving.send({ type: 'saving.opened' })}
      />
      <TooltipButton
        label={t('search.clearAoi')}
        icon={<Eraser size={16} strokeWidth={1.75} />}
        onPress={() => aoi.send({ type: 'aoi.cleared' })}
      />
      <div className="gt-aoi-card__ways gt-flex gt-wrap gt-gap-8">
        <EditButton />
        <UndoButtons />
      </div>
    </>
  );
}

/** Toggles the area's handles on the map. */
function EditButton() {
  const t = useT();
  const portal = usePortal();
  const map = useActorOf('map');
  const isOn = useSelector(map, isEditing);
  const canEdit = useSelector(map, (snapshot) => snapshot.can({ type: 'edit.chosen' }));
  return (
    <Reasoned reason={isOn || canEdit ? null : t(mapReason())}>
      {(closed) => (
        <Button
          {...closed}
          size="small"
          icon={<SquarePen size={14} strokeWidth={1.75} />}
          chosen={isOn}
          onPress={() => portal.send(request({ type: isOn ? 'mode.left' : 'edit.chosen' }))}
        >
          {t('map.edit.begin')}
        </Button>
      )}
    </Reasoned>
  );
}

function NoAoi() {
  const t = useT();
  const { canUndo, canRedo } = useUndo();
  // which offers the same
  const isStarting = useSelector(useActorOf('startCard'), isStartCardShown);
  return (
    <>
      <AoiMark />
      <div className="gt-rest">
        <p className="gt-anywhere gt-strong">{t('search.aoiNone')}</p>
        <p className="gt-caption gt-muted">{t('search.aoiNoneText')}</p>
        {!isStarting && (
          <div className="gt-aoi-card__ways gt-flex gt-wrap gt-gap-8">
            <AoiWays canShowWhy />
            <SampleMenu />
            {(canUndo || canRedo) && <UndoButtons />}
          </div>
        )}
      </div>
    </>
  );
}

interface AoiWaysProps {
  /** Whether Draw stays, with its reason, where there is no map. */
  canShowWhy?: boolean;
}

/** The ways to an AOI besides a place: drawing, a file, coordinates. */
export function AoiWays({ canShowWhy = false }: AoiWaysProps) {
  const t = useT();
  const aoi = useActorOf('aoi');
  const portal = usePortal();
  // with a finger corners are set more easily than a box is drawn
  const [mode, Icon] = useMatches(PHONE) ? (['Polygon', Pentagon] as const) : (['Box', Square] as const);
  const canDraw = useSelector(useActorOf('map'), (snapshot) => snapshot.can({ type: 'draw.chosen', mode }));
  return (
    <>
      {(canShowWhy || !isGlMissing()) && (
        <Reasoned reason={canDraw ? null : t(mapReason())}>
          {(closed) => (
            <Button
              {...closed}
              size="small"
              icon={<Icon size={14} strokeWidth={1.75} />}
              onPress={() => portal.send(request({ type: 'draw.chosen', mode }))}
            >
              {t('search.draw')}
            </Button>
          )}
        </Reasoned>
      )}
      <Button
        size="small"
        icon={<FileUp size={14} strokeWidth={1.75} />}
        onPress={() => portal.send({ type: 'upload.opened' })}
      >
        {t('search.upload')}
      </Button>
      <Button
        size="small"
        icon={<Keyboard size={14} strokeWidth={1.75} />}
        onPress={() => aoi.send({ type: 'coordinates.opened' })}
      >
        {t('search.coordinates')}
      </Button>
    </>
  );
}

/** The AOI's line style, as on the map. */
function AoiMark() {
  return (
    <svg className="gt-aoi-mark" width="22" height="16" viewBox="0 0 22 16" fill="none" aria-hidden="true">
      <rect x="2" y="2" width="18" height="12" strokeWidth="2" strokeDasharray="4.5 2.5" />
    </svg>
  );
}

/** The name of a sample's place in the shown language. */
export const placeOfSample = ({ place }: OfferedSample): string =>
  place[shownLanguage()] ?? place['en'] ?? '';

/** Finds a real open scene in one press: area, dates and resolution are set, and the search runs. */
function SampleMenu() {
  const t = useT();
  const start = useActorOf('startCard');
  const samples = useSelector(useActorOf('search'), offeredSamples);
  if (samples.length === 0) return null;
  const choose = (id: string) => {
    const sample = samples.find(({ productId }) => productId === id);
    if (sample !== undefined) start.send({ type: 'sample.chosen', sample, place: placeOfSample(sample) });
  };
  return (
    <Menu
      label={t('search.trySample')}
      look="small"
      icon={<Sparkles size={14} strokeWidth={1.75} />}
      items={samples.map((sample) => ({
        id: sample.productId,
        label: `${sample.name}: ${placeOfSample(sample)}`,
        note: formatGsd(sample.gsd),
      }))}
      onChoose={choose}
    />
  );
}
