import { useSelector } from '@xstate/react';
import { ChevronRight, RotateCcw, Satellite } from 'lucide-react';
import { SENSOR_TYPES } from '../../../../contract/sensors.ts';
import { datesRefusal, searchDraft, searchOutcome } from '../../../machines/search/search.selectors.ts';
import { isTaskingOffered } from '../../../machines/session/shell.selectors.ts';
import { canReturnToResults, foundScenes } from '../../../machines/search/results/results.selectors.ts';
import { useActorOf, usePortal } from '../../shared/actors.tsx';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { DateRange } from '../../shared/kit/fields/date/DateRange.tsx';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { TooltipButton } from '../../shared/kit/actions/TooltipButton.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { Panel } from '../../shared/kit/layout/Panel.tsx';
import { Segments } from '../../shared/kit/actions/Segments.tsx';
import { CloudSlider, OffNadirSlider } from '../../shared/LimitSliders.tsx';
import { AoiCard } from './AoiCard.tsx';
import { SensorFields } from './SensorFields.tsx';
import { SearchFoot } from './SearchFoot.tsx';
import { WhyNothing } from '../refine/WhyNothing.tsx';
import './search.css';

const CLOUD_TICKS = [0, 50, 100].map((value) => ({ value, label: String(value) }));
const OFF_NADIR_TICKS = [0, 15, 30, 45].map((value) => ({ value, label: String(value) }));
const SENSORS = SENSOR_TYPES.map((value) => ({ value, label: value }));

/** §2 Search panel: area, dates, cloud, off-nadir, sensor type and the sensor type's own conditions. */
export function SearchForm() {
  const t = useT();
  const search = useActorOf('search');
  const draft = useSelector(search, searchDraft);
  const refusal = useSelector(search, datesRefusal);
  return (
    <Panel
      title={t('search.title')}
      actions={
        <>
          <LastResults />
          <TooltipButton
            label={t('search.reset')}
            icon={<RotateCcw size={16} strokeWidth={1.75} />}
            onPress={() => search.send({ type: 'draft.reset' })}
          />
        </>
      }
      footer={<SearchFoot />}
    >
      <Outcome />
      <AoiCard />
      <NewAcquisition />
      <DateRange
        label={t('search.date')}
        from={draft.dateFrom}
        to={draft.dateTo}
        error={refusal && messageText(t, refusal)}
        onChange={({ from, to }) =>
          search.send({ type: 'draft.changed', patch: { dateFrom: from, dateTo: to } })
        }
      />
      <CloudSlider
        value={draft.maxCloudCover}
        ticks={CLOUD_TICKS}
        onChange={(maxCloudCover) => search.send({ type: 'draft.changed', patch: { maxCloudCover } })}
      />
      <OffNadirSlider
        value={draft.maxOffNadirAngle}
        ticks={OFF_NADIR_TICKS}
        onChange={(maxOffNadirAngle) => search.send({ type: 'draft.changed', patch: { maxOffNadirAngle } })}
      />
      <div className="gt-search__sensor">
        <Segments
          label={t('search.sensor')}
          value={draft.sensorType}
          options={SENSORS}
          onChange={(sensorType) => search.send({ type: 'draft.changed', patch: { sensorType } })}
        />
        <SensorFields />
      </div>
    </Panel>
  );
}

/** Plans a new acquisition, if the order_tasking API is enabled. */
function NewAcquisition() {
  const t = useT();
  const portal = usePortal();
  if (!useSelector(useActorOf('shell'), isTaskingOffered)) return null;
  return (
    <Button
      variant="text"
      size="small"
      icon={<Satellite size={14} strokeWidth={1.75} />}
      onPress={() => portal.send({ type: 'newAcquisition.requested' })}
    >
      {t('acquisition.title')}
    </Button>
  );
}

/** Goes back to results that are still loaded. */
function LastResults() {
  const t = useT();
  const results = useActorOf('results');
  const canReturn = useSelector(results, canReturnToResults);
  const count = useSelector(results, foundScenes).length;
  if (!canReturn) return null;
  return (
    <button
      type="button"
      className="gt-link gt-search__last"
      onClick={() => results.send({ type: 'results.returned' })}
    >
      {t('search.lastResults', { count })}
      <ChevronRight size={14} strokeWidth={2} aria-hidden="true" />
    </button>
  );
}

const scrollIntoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** 'No result', or the server's message. */
function Outcome() {
  const t = useT();
  const message = useSelector(useActorOf('search'), searchOutcome);
  if (message === null) return null;
  const isEmpty = message.key === 'notice.noResult';
  return (
    // scrolls to the top of the form
    <div className="gt-search__outcome" ref={scrollIntoSight}>
      <Note tone={isEmpty ? 'info' : 'err'} title={messageText(t, message)} />
      {isEmpty && <WhyNothing />}
    </div>
  );
}
