import { useId } from 'react';
import { POLE_DRAWING, type PoleDrawing } from '../../geo/antimeridian/poleDrawing.ts';
import { formatLatitude } from '../shared/i18n/formats.ts';

const { size, radius } = POLE_DRAWING;
const MIDDLE = size / 2;
/** Distance of a meridian's label from the middle, units. */
const RIM = radius + 9;

/** An area as seen from above a pole: decoration beside its name and size. */
export function PoleMap({ drawing: { pole, fill, line, parallels } }: { drawing: PoleDrawing }) {
  const clip = useId();
  const isNorth = pole === 'north';
  const meridians = [
    { degrees: 0, x: MIDDLE, y: isNorth ? MIDDLE + RIM : MIDDLE - RIM },
    { degrees: 180, x: MIDDLE, y: isNorth ? MIDDLE - RIM : MIDDLE + RIM },
  ];
  return (
    <svg
      className="gt-area-map gt-pole-map"
      data-tone="right"
      viewBox={`0 0 ${size} ${size}`}
      aria-hidden="true"
    >
      <clipPath id={clip}>
        <circle cx={MIDDLE} cy={MIDDLE} r={radius} />
      </clipPath>
      <rect className="gt-area-map__ground" width={size} height={size} />
      <g clipPath={`url(#${clip})`}>
        <path className="gt-area-map__grid" d={`M${MIDDLE} 0V${size}M0 ${MIDDLE}H${size}`} />
        {parallels.map((one) => (
          <circle key={one.degrees} className="gt-area-map__grid" cx={MIDDLE} cy={MIDDLE} r={one.radius} />
        ))}
        <path className="gt-pole-map__fill" d={fill} fillRule="evenodd" />
        <path className="gt-pole-map__casing" d={line} />
        <path className="gt-area-map__line" d={line} />
      </g>
      <circle className="gt-area-map__grid" cx={MIDDLE} cy={MIDDLE} r={radius} />
      <circle className="gt-pole-map__pole" cx={MIDDLE} cy={MIDDLE} r="2" />
      {parallels.map((one) => (
        <text key={one.degrees} className="gt-area-map__degrees" x={MIDDLE + 3} y={MIDDLE - one.radius + 11}>
          {formatLatitude(one.degrees, 0)}
        </text>
      ))}
      {meridians.map(({ degrees, x, y }) => (
        <text key={degrees} className="gt-area-map__degrees" x={x} y={y + 4} textAnchor="middle">
          {degrees}°
        </text>
      ))}
    </svg>
  );
}
