import { useSelector } from '@xstate/react';
import {
  Bell,
  BookmarkPlus,
  ChevronRight,
  Grid3x3,
  MapPin,
  Satellite,
  SlidersHorizontal,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { WATCH_CALLS } from '../../../contract/calls/extensionNames.ts';
import type { Relaxable, Relaxation } from '../../../contract/search.ts';
import { nearestPlace, nextPass } from '../../machines/orders/waysOn.machine.ts';
import {
  explained,
  isExplaining,
  isUnexplained,
  knownSatellites,
  searchedCondition,
} from '../../machines/search/search.machine.ts';
import { warnedBy } from '../../machines/search/search.rules.ts';
import { useHasCoverage, useIsCoverageShown } from '../map/layers/coverage/CoverageLegend.tsx';
import { useActorOf, useExtensions } from '../shared/actors.tsx';
import {
  formatDate,
  formatDateRange,
  formatDayOfYear,
  formatDegrees,
  formatGsd,
  formatMoney,
  formatNumber,
  formatPercent,
  withUnit,
} from '../shared/i18n/formats.ts';
import type { Translate } from '../shared/i18n/language.ts';
import { sensorName } from '../shared/i18n/sensorName.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { FailedState } from '../shared/kit/states/FailedState.tsx';
import { Loading, Skeleton } from '../shared/kit/states/Loading.tsx';
import { ConditionTags } from './ConditionTags.tsx';
import './nothing.css';

const ICON = { strokeWidth: 1.75, 'aria-hidden': true } as const;

/** 'No result' (§5): its cause with the step that mends it, and other ways to an image. */
export function NothingFound() {
  const t = useT();
  const search = useActorOf('search');
  const ways = useActorOf('waysOn');
  const condition = useSelector(search, searchedCondition);
  const satellites = useSelector(search, knownSatellites);
  const why = useSelector(search, explained);
  const canSave = useExtensions('saveSearch');
  const canCount = useHasCoverage();
  const isCoverageShown = useIsCoverageShown();
  const edit = () => search.send({ type: 'outcome.left' });
  const rows = useWays();
  // where no condition is the cause, the first way is the step
  const first = why?.cause === 'none' ? rows[0] : undefined;
  const others = rows.filter((way) => way !== first);
  return (
    <Panel
      bare
      focused
      title={t('notice.noResult')}
      backLabel={t('results.back')}
      onBack={edit}
      actions={
        <>
          {canSave && (
            <Button
              variant="text"
              size="small"
              icon={<BookmarkPlus size={16} {...ICON} />}
              onPress={() => ways.send({ type: 'saving.chosen', isWatched: false })}
            >
              {t('results.save')}
            </Button>
          )}
          <TooltipButton
            label={t('why.edit')}
            icon={<SlidersHorizontal size={16} {...ICON} />}
            onPress={edit}
          />
        </>
      }
      fixed={
        condition !== null && (
          <ConditionTags condition={condition} satellites={satellites} warned={warnedBy(why)} />
        )
      }
    >
      <div className="gt-nothing">
        <Cause first={first} />
        {canCount && !isCoverageShown && (
          <Button
            variant="text"
            size="small"
            icon={<Grid3x3 size={14} {...ICON} />}
            onPress={() => ways.send({ type: 'coverage.chosen' })}
          >
            {t('coverage.hint')}
          </Button>
        )}
      </div>
      {others.length > 0 && (
        <section className="gt-nothing__ways gt-edge-above" aria-label={t('ways.title')}>
          <h3 className="gt-heading">{t('ways.title')}</h3>
          <ul>
            {others.map((way) => (
              <li key={way.id}>
                <WayRow way={way} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Panel>
  );
}

/** Why nothing was found, and the step that mends it. */
function Cause({ first }: { first: Way | undefined }) {
  const t = useT();
  const search = useActorOf('search');
  const why = useSelector(search, explained);
  const isBusy = useSelector(search, isExplaining);
  const hasFailed = useSelector(search, isUnexplained);
  if (isBusy) return <Loading label={t('why.asking')} rows={2} rowHeight={44} />;
  if (hasFailed)
    return (
      <FailedState title={t('why.failed')} onRetry={() => search.send({ type: 'explanation.requested' })} />
    );
  if (why === null) return <Drawing />;
  if (why.cause === 'none')
    return (
      <>
        <Drawing />
        <h3 className="gt-nothing__title">{t('why.noneHere')}</h3>
        <p className="gt-muted">{first?.text ?? t('why.noneHereText')}</p>
        {first?.onPress !== undefined && (
          <Button variant="primary" icon={first.icon} onPress={first.onPress}>
            {first.label}
          </Button>
        )}
      </>
    );
  const [main, ...others] = why.relaxations;
  const relax = ({ filter, also }: Relaxation) => search.send({ type: 'relaxation.chosen', filter, also });
  const count = main.numberMatched;
  return (
    <>
      <Drawing />
      <h3 className="gt-nothing__title">{causeWords(t, why.cause, main)}</h3>
      <p className="gt-muted">{t('why.scenes', { way: wayWords(t, main), count })}</p>
      <Button variant="primary" onPress={() => relax(main)}>
        {main.also === undefined ? allowWords(t, main) : t('why.relaxBoth')}
      </Button>
      {others.length > 0 && (
        <div className="gt-nothing__others" role="group" aria-label={t('why.others')}>
          <p className="gt-quiet">{t('why.others')}</p>
          <ul className="gt-flex gt-wrap gt-gap-8">
            {others.map((one) => (
              <li key={`${one.filter} ${one.also}`}>
                <Button size="small" onPress={() => relax(one)}>
                  {t('why.other', { way: capitalized(wayWords(t, one)), count: one.numberMatched })}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** The AOI under a cloud. */
function Drawing() {
  return (
    <svg
      className="gt-nothing__drawing"
      width="86"
      height="48"
      viewBox="0 0 86 48"
      fill="none"
      aria-hidden="true"
    >
      <rect
        className="gt-drawing__area"
        x="2"
        y="2"
        width="62"
        height="44"
        rx="1"
        strokeWidth="2"
        strokeDasharray="6 4"
      />
      <path
        className="gt-nothing__cloud"
        d="M52 40a8 8 0 0 1-1-15.9 12 12 0 0 1 22.6-3.2A9.6 9.6 0 0 1 75 40Z"
        strokeWidth="1.75"
        strokeLinejoin="round"
      />
    </svg>
  );
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** 'Only the cloud limit is in the way', 'Cloud and resolution together are in the way'. */
function causeWords(
  t: Translate,
  cause: 'only' | 'anyOf' | 'pair' | 'several',
  { filter, also }: Relaxation,
): string {
  if (cause === 'only') return t(`why.only.${filter}`);
  if (cause === 'pair' && also !== undefined) {
    const words = { one: t(`why.name.${filter}`), other: t(`why.name.${also}`) };
    return capitalized(t('why.together', words));
  }
  return t(cause === 'anyOf' ? 'why.anyOf' : 'why.several');
}

/** What a relaxed condition becomes, for the sentences of `why.way` and `why.allow`. */
function relaxedWords(
  t: Translate,
  of: 'way' | 'allow',
  filter: Relaxable,
  change: Relaxation['change'],
): string {
  const { acquisitionDateFrom: from, acquisitionDateTo: to } = change;
  if (filter === 'dates')
    return from !== undefined && to !== undefined
      ? t(`why.${of}.dates`, { dates: formatDateRange(from, to, true) })
      : t(`why.${of}.anyDates`);
  return t(`why.${of}.${filter}`, {
    limit:
      filter === 'cloudCover'
        ? formatPercent(change.maxCloudCover ?? 100)
        : formatDegrees(change.maxOffNadirAngle ?? 45),
    sensor: sensorName(t, change.sensorType ?? ''),
  });
}

/** '20% cloud', '20% cloud and any resolution'. */
function wayWords(t: Translate, { filter, also, change }: Relaxation): string {
  const one = relaxedWords(t, 'way', filter, change);
  const second = also ?? (filter === 'all' && change.sensorType !== undefined ? 'sensor' : undefined);
  return second === undefined ? one : t('why.both', { one, other: relaxedWords(t, 'way', second, change) });
}

/** 'Allow 20% cloud'. */
const allowWords = (t: Translate, { filter, change }: Relaxation): string =>
  relaxedWords(t, 'allow', filter, change);

/** Another way to an image. */
interface Way {
  id: 'nearest' | 'pass' | 'watch';
  label: string;
  icon: ReactNode;
  /** Undefined while it is looked for. */
  text?: string;
  onPress?: () => void;
}

const DIRECTIONS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

/** The ways that are known, and those that are looked for. */
function useWays(): Way[] {
  const t = useT();
  const ways = useActorOf('waysOn');
  const nearest = useSelector(ways, nearestPlace);
  const next = useSelector(ways, nextPass);
  const canWatch = useExtensions(...WATCH_CALLS, 'saveSearch');
  const joined = (separator: string, ...facts: (string | null | false)[]) =>
    facts.filter((fact) => fact !== null && fact !== false && fact !== '').join(separator);
  const list: Way[] = [];
  if (nearest !== null) {
    const way = { id: 'nearest', label: t('ways.nearest'), icon: <MapPin size={18} {...ICON} /> } as const;
    if (nearest === 'pending') list.push(way);
    else {
      const { place, distanceKm, bearing, acquisitionDate, gsd } = nearest;
      const direction = t(`ways.toward.${DIRECTIONS[Math.round(bearing / 45) % 8] ?? 'n'}`);
      const where = t('ways.at', {
        distance: withUnit(distanceKm < 1 ? '<1' : formatNumber(distanceKm, 0), 'km'),
        direction,
      });
      const comma = t('ways.comma');
      const day = acquisitionDate && formatDate(acquisitionDate);
      list.push({
        ...way,
        text: joined(' · ', joined(comma, place, where), joined(comma, day, gsd !== null && formatGsd(gsd))),
        onPress: () => ways.send({ type: 'nearest.chosen' }),
      });
    }
  }
  if (next !== null) {
    const way = { id: 'pass', label: t('ways.pass'), icon: <Satellite size={18} {...ICON} /> } as const;
    if (next === 'pending') list.push(way);
    else {
      const at = new Date(next.pass.at).toISOString();
      list.push({
        ...way,
        text: joined(
          ' · ',
          t('ways.passText', {
            day: formatDayOfYear(at),
            time: at.slice(11, 16),
            satellite: next.satellite.name,
          }),
          next.price && t('ways.from', { price: formatMoney(next.price.finalPrice) }),
        ),
        onPress: () => ways.send({ type: 'pass.chosen' }),
      });
    }
  }
  if (canWatch)
    list.push({
      id: 'watch',
      label: t('ways.watch'),
      icon: <Bell size={18} {...ICON} />,
      text: t('ways.watchText'),
      onPress: () => ways.send({ type: 'saving.chosen', isWatched: true }),
    });
  return list;
}

function WayRow({ way: { label, icon, text, onPress } }: { way: Way }) {
  const words = (
    <span className="gt-rest gt-stack gt-gap-2">
      <span className="gt-medium">{label}</span>
      {text === undefined ? <Skeleton width="70%" /> : <span className="gt-quiet">{text}</span>}
    </span>
  );
  if (onPress === undefined)
    return (
      <div className="gt-way gt-across gt-gap-12 gt-late" aria-busy="true">
        {icon}
        {words}
      </div>
    );
  return (
    <button
      type="button"
      className="gt-way gt-across gt-gap-12 gt-wide gt-text-start gt-hovers"
      onClick={onPress}
    >
      {icon}
      {words}
      <ChevronRight size={16} {...ICON} />
    </button>
  );
}
