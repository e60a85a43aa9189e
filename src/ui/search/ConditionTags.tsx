import { Cloud, TriangleRight } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { Relaxable, SearchCondition } from '../../../contract/search.ts';
import { DEFAULT_SENSOR } from '../../../contract/sensors.ts';
import type { Satellite } from '../../../contract/settings.ts';
import { NO_FILTERS, type SceneFilters } from '../../machines/search/results.rules.ts';
import { formatDateRange, formatDegrees, formatGsd, formatPercent } from '../shared/i18n/formats.ts';
import { sensorName } from '../shared/i18n/sensorName.ts';
import { useT } from '../shared/i18n/useT.ts';
import { useOverflowFade } from '../shared/kit/actions/Segments.tsx';
import { Tag } from '../shared/kit/figures/Tag.tsx';

const ICON = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** A condition of the search, or a filter of its results. */
export type ConditionField = Relaxable | 'supplier' | 'share' | 'clear' | 'onlyNew';

interface ConditionTagsProps {
  condition: SearchCondition;
  satellites: readonly Satellite[];
  /** Filters of the list; they narrow the conditions. */
  filters?: SceneFilters;
  /** Those that are the cause of an empty result; all conditions are then shown on phones too. */
  warned?: ReadonlySet<Relaxable>;
  onPress?: (field: ConditionField) => void;
}

interface ConditionTag {
  field: ConditionField;
  text: string;
  /** Whether it is a filter. */
  isFilter: boolean;
  icon?: ReactNode;
  /** Said before the text. */
  name?: string;
  isAlways?: boolean;
}

/** The search conditions of the results and their filters, as tags. */
export function ConditionTags(props: ConditionTagsProps) {
  const { condition, satellites, filters = NO_FILTERS, warned, onPress } = props;
  const t = useT();
  const list = useRef<HTMLUListElement>(null);
  useOverflowFade(list);
  const upTo = (value: string) => t('results.upTo', { value });
  const { sensorType, satList } = condition;
  const isWarned = (field: ConditionField) =>
    warned?.has('all') === true || (warned as ReadonlySet<string> | undefined)?.has(field) === true;
  const gsd = filters.maxGsd ?? condition.gsd;
  const mode = filters.productMode ?? condition.productMode;
  const names =
    filters.satellites.length > 0
      ? filters.satellites
      : satList.map((code) => satellites.find((one) => one.code === code)?.name ?? code);
  const dates = {
    from: filters.dateFrom || condition.acquisitionDateFrom,
    to: filters.dateTo || condition.acquisitionDateTo,
  };
  const tags: (ConditionTag | false)[] = [
    {
      field: 'dates',
      // in one line where they are pressed
      text: formatDateRange(dates.from, dates.to, false, onPress !== undefined),
      isFilter: filters.dateFrom !== '',
    },
    {
      field: 'cloudCover',
      name: t('details.cloudCover'),
      icon: <Cloud {...ICON} />,
      text: upTo(formatPercent(filters.maxCloudCover ?? condition.maxCloudCover)),
      isFilter: filters.maxCloudCover !== null,
    },
    {
      field: 'offNadirAngle',
      name: t('details.offNadirAngle'),
      icon: <TriangleRight {...ICON} />,
      text: upTo(formatDegrees(filters.maxOffNadirAngle ?? condition.maxOffNadirAngle)),
      isFilter: filters.maxOffNadirAngle !== null,
    },
    gsd !== undefined && {
      field: 'resolution',
      text: upTo(formatGsd(gsd)),
      isFilter: filters.maxGsd !== null,
    },
    (sensorType !== DEFAULT_SENSOR || isWarned('sensor')) && {
      field: 'sensor',
      text: sensorName(t, sensorType),
      isFilter: false,
      isAlways: true,
    },
    mode !== undefined && {
      field: 'productMode',
      text: mode,
      isFilter: filters.productMode !== null,
      isAlways: true,
    },
    ...names.map((text) => ({
      field: 'satellites' as const,
      text,
      isFilter: filters.satellites.length > 0,
      isAlways: true,
    })),
    filters.supplier !== null && { field: 'supplier', text: filters.supplier, isFilter: true },
    filters.minClear > 0 && {
      field: 'clear',
      text: `≥ ${t('results.clear', { share: filters.minClear })}`,
      isFilter: true,
    },
    filters.minShare > 0 && {
      field: 'share',
      text: `≥ ${t('results.ofAoi', { share: filters.minShare })}`,
      isFilter: true,
    },
    filters.onlyNew && { field: 'onlyNew', text: t('results.new'), isFilter: true },
  ];
  return (
    <ul
      ref={list}
      className="gt-conditions gt-fading gt-flex gt-gap-4"
      data-wraps={onPress === undefined || undefined}
      aria-label={t('results.conditions')}
    >
      {tags.map(
        (tag) =>
          tag !== false && (
            <li
              key={`${tag.field} ${tag.text}`}
              className={
                tag.isAlways || warned !== undefined || onPress !== undefined ? undefined : 'gt-desk-only'
              }
            >
              <Tag
                kind={isWarned(tag.field) ? 'warned' : tag.isFilter ? 'chosen' : 'plain'}
                icon={tag.icon}
                onPress={onPress && (() => onPress(tag.field))}
              >
                {tag.name !== undefined && <span className="gt-visually-hidden">{tag.name} </span>}
                {tag.text}
              </Tag>
            </li>
          ),
      )}
    </ul>
  );
}
