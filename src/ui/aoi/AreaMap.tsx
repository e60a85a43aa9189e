import { useId } from 'react';
import { DRAWING, type AreaDrawing } from '../../geo/area/areaDrawing.ts';
import { formatLatitude, formatLongitude } from '../shared/i18n/formats.ts';
import { labelledLines } from './gridLabels.ts';
import './areaReview.css';

interface AreaMapProps {
  drawing: AreaDrawing;
  tone: 'wrong' | 'right';
  /** SVG path data of ground to shade, by the even-odd rule. */
  shaded?: string | null;
  /** Description for screen readers. */
  label: string;
}

/** An area as a small map with a labelled grid. */
export function AreaMap({ drawing, tone, shaded = null, label }: AreaMapProps) {
  const clip = useId();
  const { path, mark, meridians, parallels, digits } = drawing;
  const { width, height } = DRAWING;
  const longest = Math.max(0, ...meridians.map(({ degrees }) => formatLongitude(degrees, digits).length));
  const labelled = labelledLines(drawing, DRAWING, longest);
  return (
    <svg
      className="gt-area-map"
      data-tone={tone}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <clipPath id={clip}>
        <rect width={width} height={height} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect className="gt-area-map__ground" width={width} height={height} />
        {meridians.map(({ at, degrees }) => (
          <path key={degrees} className="gt-area-map__grid" d={`M${at} 0V${height}`} />
        ))}
        {parallels.map(({ at, degrees }) => (
          <path key={degrees} className="gt-area-map__grid" d={`M0 ${at}H${width}`} />
        ))}
        <path className="gt-area-map__casing" d={path} fillRule="evenodd" />
        {shaded !== null && <path className="gt-area-map__shaded" d={shaded} fillRule="evenodd" />}
        <path className="gt-area-map__line" d={path} />
        {mark !== null && <circle className="gt-area-map__mark" cx={mark.x} cy={mark.y} r="9" />}
        {labelled.meridians.map(({ at, degrees }) => (
          <text key={degrees} className="gt-area-map__degrees" x={at} y={height - 4} textAnchor="middle">
            {formatLongitude(degrees, digits)}
          </text>
        ))}
        {labelled.parallels.map(({ at, degrees }) => (
          <text key={degrees} className="gt-area-map__degrees" x="4" y={at - 3}>
            {formatLatitude(degrees, digits)}
          </text>
        ))}
      </g>
    </svg>
  );
}
