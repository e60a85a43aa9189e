import { useSelector } from '@xstate/react';
import type { Scene } from '../../../../contract/search.ts';
import { estimateOf } from '../../../machines/search/results/prices.rules.ts';
import { knownPricing, requestedAoi } from '../../../machines/search/results/results.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import {
  formatDegrees,
  formatFixed,
  formatMoney,
  formatPercent,
  formatTimestamp,
} from '../../shared/i18n/formats.ts';
import type { Translate } from '../../shared/i18n/language.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { worded } from './sceneWords.ts';

const KNOWN = [
  'ascending',
  'descending',
  'left',
  'right',
  'strip',
  'stripmap',
  'spotlight',
  'scansar',
  'pushbroom',
  'staring',
  'optical',
  'sar',
  'night',
  'video',
  'hyperspectral',
];

/** Translates a value of the archive; unknown values stay unchanged. */
function translated(t: Translate, value: string): string {
  const key = value.toLowerCase();
  return KNOWN.includes(key) ? t(`details.value.${key}`) : value;
}

/** §2: the metadata labels, in the specified order; below them the supplier, the archive it came from and the estimated price. */
export function SceneFacts({ scene }: { scene: Scene }) {
  const t = useT();
  const { properties: facts } = scene;
  const results = useActorOf('results');
  const aoi = useSelector(results, requestedAoi);
  const pricing = useSelector(results, knownPricing);
  const estimate = aoi && pricing && estimateOf([scene], aoi, pricing);
  const word = (value: string) => translated(t, value);
  const rows: [label: string, value: string][] = [
    ['productId', facts.productId],
    ['acquisitionDate', formatTimestamp(facts.acquisitionDate)],
    ['gsd', worded(facts.gsd, (value) => formatFixed(value, 2))],
    ['cloudCover', worded(facts.cloudCover, (value) => formatPercent(value, 1))],
    ['offNadirAngle', worded(facts.offNadirAngle, (value) => formatDegrees(value))],
    ['sunElevation', worded(facts.sunElevation, (value) => formatDegrees(value))],
    ['sensor', worded(facts.sensor, String)],
    ['area', worded(facts.area, (value) => formatFixed(value, 2))],
    ['orbitDirection', worded(facts.orbitDirection, word)],
    ['sideLookDirection', worded(facts.sideLookDirection, word)],
    ['imagingMode', worded(facts.imagingMode, word)],
    ['sensorType', worded(facts.sensorType, word)],
    ['supplier', worded(facts.supplier, String)],
    ...(typeof facts.source !== 'string' ? [] : [['source', facts.source] satisfies [string, string]]),
    ...(typeof facts.attribution !== 'string'
      ? []
      : [['attribution', facts.attribution] satisfies [string, string]]),
    ...(estimate === null ? [] : [['price', formatMoney(estimate.cents)] satisfies [string, string]]),
  ];
  return (
    <dl className="gt-facts">
      {rows.map(([label, value]) => (
        <div key={label} className="gt-facts__row">
          <dt>{t(`details.${label}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
