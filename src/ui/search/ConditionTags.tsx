import { Cloud, TriangleRight } from 'lucide-react';
import type { Relaxable, SearchCondition } from '../../../contract/search.ts';
import { DEFAULT_SENSOR } from '../../../contract/sensors.ts';
import type { Satellite } from '../../../contract/settings.ts';
import { formatDateRange, formatDegrees, formatGsd, formatPercent } from '../shared/i18n/formats.ts';
import { sensorName } from '../shared/i18n/sensorName.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Tag } from '../shared/kit/figures/Tag.tsx';

const ICON = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

interface ConditionTagsProps {
  condition: SearchCondition;
  satellites: readonly Satellite[];
  /** The supplier that the list is filtered by. */
  supplier?: { name: string; onRemove: () => void } | null;
  /** Those that are the cause of an empty result; all conditions are then shown on phones too. */
  warned?: ReadonlySet<Relaxable>;
}

/** The search conditions of the results, as tags. */
export function ConditionTags({ condition, satellites, supplier = null, warned }: ConditionTagsProps) {
  const t = useT();
  const upTo = (value: string) => t('results.upTo', { value });
  const { sensorType, gsd, satList, productMode } = condition;
  const kindOf = (filter: Relaxable) => (warned?.has(filter) || warned?.has('all') ? 'warned' : 'plain');
  const desk = warned === undefined ? 'gt-desk-only' : undefined;
  return (
    <ul className="gt-conditions gt-pad-side gt-flex gt-wrap gt-gap-4" aria-label={t('results.conditions')}>
      <li className={desk}>
        <Tag kind={kindOf('dates')}>
          {formatDateRange(condition.acquisitionDateFrom, condition.acquisitionDateTo)}
        </Tag>
      </li>
      <li className={desk}>
        <Tag kind={kindOf('cloudCover')} icon={<Cloud {...ICON} />}>
          <span className="gt-visually-hidden">{t('details.cloudCover')} </span>
          {upTo(formatPercent(condition.maxCloudCover))}
        </Tag>
      </li>
      <li className={desk}>
        <Tag kind={kindOf('offNadirAngle')} icon={<TriangleRight {...ICON} />}>
          <span className="gt-visually-hidden">{t('details.offNadirAngle')} </span>
          {upTo(formatDegrees(condition.maxOffNadirAngle))}
        </Tag>
      </li>
      {gsd !== undefined && (
        <li className={desk}>
          <Tag kind={kindOf('resolution')}>{upTo(formatGsd(gsd))}</Tag>
        </li>
      )}
      {(sensorType !== DEFAULT_SENSOR || kindOf('sensor') === 'warned') && (
        <li>
          <Tag kind={kindOf('sensor')}>{sensorName(t, sensorType)}</Tag>
        </li>
      )}
      {productMode !== undefined && (
        <li>
          <Tag kind={kindOf('productMode')}>{productMode}</Tag>
        </li>
      )}
      {satList.map((code) => (
        <li key={code}>
          <Tag kind={kindOf('satellites')}>{satellites.find((one) => one.code === code)?.name ?? code}</Tag>
        </li>
      ))}
      {supplier !== null && (
        <li>
          <Tag kind="chosen" removeLabel={t('results.suppliersAll')} onRemove={supplier.onRemove}>
            {t('results.oneSupplier', { name: supplier.name })}
          </Tag>
        </li>
      )}
    </ul>
  );
}
