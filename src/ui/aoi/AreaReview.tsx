import { Check, CircleAlert, CircleCheck, Stethoscope } from 'lucide-react';
import { useId } from 'react';
import { type AreaDrawing, DRAWING } from '../../geo/area/areaDrawing.ts';
import type { AreaReview } from '../../geo/check/areaReview.ts';
import { areaChange, changeText, isCancelledOut } from '../../machines/aoi/aoi.rules.ts';
import type { NoticeText } from '../../machines/shared/notice.ts';
import { formatChange, formatLatitude, formatLongitude, formatMeasuredArea } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Note } from '../shared/kit/figures/Note.tsx';
import './aoi.css';

interface AreaReviewProps {
  /** The error, or a note that there was one. */
  title: string;
  review: AreaReview;
  vertices: number;
  /** Further notes on the area. */
  notes?: readonly NoticeText[];
  /** Description of the first map for screen readers. */
  given: string;
}

/** The repairs of an area, with maps before and after. The area is used only if the user accepts them. */
export function AreaReviewNote({ title, review, vertices, notes = [], given }: AreaReviewProps) {
  const t = useT();
  const { before, after, areaBefore, areaAfter, verticesBefore, isProposal } = review;
  const difference = isProposal ? review.difference : null;
  return (
    <>
      <Note tone="warn" icon={<Stethoscope size={16} strokeWidth={1.75} />} title={title}>
        <p>
          {t('upload.repairedHow')}
          {difference !== null && <> {t('upload.difference')}</>}
        </p>
      </Note>
      <div className="gt-pair gt-gap-12">
        <Side
          side="before"
          label={given}
          drawing={before}
          area={isCancelledOut(review) ? t('upload.cancelledOut') : formatMeasuredArea(areaBefore)}
          count={verticesBefore}
        />
        <Side
          side="after"
          label={t('upload.mapAfter')}
          drawing={after}
          shaded={difference}
          area={formatMeasuredArea(areaAfter)}
          count={vertices}
        />
      </div>
      <Changes review={review} notes={notes} />
    </>
  );
}

interface SideProps {
  side: 'before' | 'after';
  label: string;
  drawing: AreaDrawing;
  shaded?: string | null;
  area: string;
  /** Number of vertices. */
  count: number;
}

function Side({ side, label, drawing, shaded = null, area, count }: SideProps) {
  const t = useT();
  const isAfter = side === 'after';
  const Icon = isAfter ? CircleCheck : CircleAlert;
  return (
    <figure className="gt-review__side gt-clip gt-round-note gt-framed">
      <AreaMap drawing={drawing} tone={isAfter ? 'right' : 'wrong'} shaded={shaded} label={label} />
      <figcaption>
        <span className="gt-note-title gt-across gt-gap-6" data-tone={isAfter ? 'ok' : 'warn'}>
          <Icon className="gt-tone-ink" size={14} strokeWidth={1.75} aria-hidden="true" />
          {t(`upload.${side}`)}
        </span>
        <span className="gt-review__facts gt-caption gt-muted">{t('upload.facts', { area, count })}</span>
      </figcaption>
    </figure>
  );
}

function Changes({ review, notes }: { review: AreaReview; notes: readonly NoticeText[] }) {
  const t = useT();
  const change = areaChange(review);
  const sentences = [
    ...review.changes.map((one) => messageText(t, changeText(one))),
    ...(change === null ? [] : [t('upload.areaChanged', { share: formatChange(change) })]),
    ...notes.map((one) => messageText(t, one)),
  ];
  return (
    <ul
      className="gt-review__changes gt-grid gt-gap-6 gt-quiet"
      aria-label={t('upload.changes')}
      // on a small screen the dialog scrolls; the keyboard scrolls it from here
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {sentences.map((sentence) => (
        <li className="gt-flex gt-gap-8 gt-shrink gt-anywhere" key={sentence}>
          <Check size={14} strokeWidth={1.75} aria-hidden="true" />
          {sentence}
        </li>
      ))}
    </ul>
  );
}

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
      className="gt-area-map gt-wide gt-round-note"
      data-tone={tone}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <clipPath id={clip}>
        <rect width={width} height={height} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect className="gt-drawn-ground" width={width} height={height} />
        {meridians.map(({ at, degrees }) => (
          <path key={degrees} className="gt-area-map__grid gt-drawn-line" d={`M${at} 0V${height}`} />
        ))}
        {parallels.map(({ at, degrees }) => (
          <path key={degrees} className="gt-area-map__grid gt-drawn-line" d={`M0 ${at}H${width}`} />
        ))}
        <path className="gt-area-map__casing" d={path} fillRule="evenodd" />
        {shaded !== null && <path className="gt-area-map__shaded" d={shaded} fillRule="evenodd" />}
        <path className="gt-area-map__line gt-drawn-line" d={path} />
        {mark !== null && (
          <circle className="gt-area-map__mark gt-drawn-line" cx={mark.x} cy={mark.y} r="9" />
        )}
        {labelled.meridians.map(({ at, degrees }) => (
          <text
            key={degrees}
            className="gt-area-map__degrees gt-drawn-names"
            x={at}
            y={height - 4}
            textAnchor="middle"
          >
            {formatLongitude(degrees, digits)}
          </text>
        ))}
        {labelled.parallels.map(({ at, degrees }) => (
          <text key={degrees} className="gt-area-map__degrees gt-drawn-names" x="4" y={at - 3}>
            {formatLatitude(degrees, digits)}
          </text>
        ))}
      </g>
    </svg>
  );
}

/** Mean width of a character of the labels (11 px), and the gap between two labels; units of the drawing. */
const CHARACTER = 6.2;
const GAP = 8;
/** Height of a label with its gap, units. */
const LINE = 15;

interface Line {
  at: number;
  degrees: number;
}

/** The lines with a label: those close enough to the middle to fit, and far enough from the previous one. */
function spaced(lines: readonly Line[], from: number, to: number, room: number): Line[] {
  let last = Number.NaN;
  return lines.filter(({ at }) => {
    if (at < from || at > to || Math.abs(at - last) < room) return false;
    last = at;
    return true;
  });
}

/**
 * The grid lines of a small map whose labels neither overlap nor cross its edge: meridians are labelled along its
 * lower edge, parallels above their left ends.
 * @param longest characters of the longest label of a meridian
 */
export function labelledLines(
  { meridians, parallels }: { meridians: readonly Line[]; parallels: readonly Line[] },
  { width, height }: { width: number; height: number },
  longest: number,
): { meridians: Line[]; parallels: Line[] } {
  const room = longest * CHARACTER + GAP;
  return {
    meridians: spaced(meridians, room / 2, width - room / 2, room),
    parallels: spaced(parallels, LINE, height - LINE - 4, LINE),
  };
}
