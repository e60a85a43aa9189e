import { useId } from 'react';
import { POLE_DRAWING, type PoleDrawing } from '../../geo/antimeridian/poleDrawing.ts';
import { type AskedArea, changeText, chosenArea } from '../../machines/aoi/aoi.rules.ts';
import type { NoticeText } from '../../machines/shared/notice.ts';
import { formatLatitude, formatMeasuredArea, inOneLine } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import '../shared/kit/fields/RadioCards.css';
import './aoi.css';

interface AreaChoicesProps {
  asked: AskedArea;
  onChoose: (index: number) => void;
  /** Further notes on the area. */
  notes?: readonly NoticeText[];
}

/** Which of several areas an outline means, each with a small map and its size. None is selected at first. */
export function AreaChoices({ asked, onChoose, notes = [] }: AreaChoicesProps) {
  const t = useT();
  const name = useId();
  const changes = chosenArea(asked)?.changes.map(changeText) ?? [];
  const sentences = [...changes, ...notes].map((one) => messageText(t, one));
  const [first] = asked.choices;
  const isNorth = first?.drawing.pole === 'north';
  const isWide = first?.kind === 'short' || first?.kind === 'long';
  return (
    <>
      <Note tone="warn" title={t('areaChoice.title', { count: asked.choices.length })}>
        <p>
          {inOneLine(
            t(isWide ? 'areaChoice.whyWide' : 'areaChoice.why'),
            t(isNorth ? 'areaChoice.viewNorth' : 'areaChoice.viewSouth'),
          )}
        </p>
      </Note>
      <fieldset className="gt-choices gt-shrink">
        <legend className="gt-field__label">{t('areaChoice.legend')}</legend>
        <div className="gt-choices__grid gt-grid gt-gap-12">
          {asked.choices.map(({ kind, aoi, drawing }, index) => (
            <label
              key={kind}
              className="gt-radio gt-choice gt-clip"
              data-checked={asked.chosen === index || undefined}
            >
              <input
                className="gt-unseen-input"
                type="radio"
                name={name}
                checked={asked.chosen === index}
                // the question has the focus when it appears; no answer is selected
                autoFocus={index === 0}
                onChange={() => onChoose(index)}
              />
              <PoleMap drawing={drawing} />
              <span className="gt-choice__words gt-flex gt-gap-8">
                <span
                  className="gt-radio__dot gt-size-16 gt-keep gt-surface gt-round gt-outlined"
                  aria-hidden="true"
                />
                <span className="gt-radio__label gt-rest">
                  {t(`areaChoice.${kind}`)}
                  <span className="gt-review__facts gt-caption gt-muted">
                    {t('upload.facts', { area: formatMeasuredArea(aoi.areaKm2), count: aoi.vertices })}
                  </span>
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {sentences.length > 0 && (
        <ul className="gt-review__changes gt-grid gt-gap-6 gt-quiet" aria-label={t('areaChoice.repairs')}>
          {sentences.map((sentence) => (
            <li className="gt-flex gt-gap-8 gt-shrink gt-anywhere" key={sentence}>
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The button that uses the selected area; disabled, with the reason, before one is selected. */
export function UseChoice({ asked, onUse }: { asked: AskedArea; onUse: () => void }) {
  const t = useT();
  return (
    <Button
      variant="primary"
      disabled={chosenArea(asked) === null}
      reason={t('areaChoice.waits')}
      onPress={onUse}
    >
      {t('areaChoice.use')}
    </Button>
  );
}

const { size, radius } = POLE_DRAWING;
const MIDDLE = size / 2;
/** Distance of a meridian's label from the middle, units. */
const RIM = radius + 9;

/** An area as seen from above a pole: decoration beside its name and size. */
function PoleMap({ drawing: { pole, fill, line, parallels } }: { drawing: PoleDrawing }) {
  const clip = useId();
  const isNorth = pole === 'north';
  const meridians = [
    { degrees: 0, x: MIDDLE, y: isNorth ? MIDDLE + RIM : MIDDLE - RIM },
    { degrees: 180, x: MIDDLE, y: isNorth ? MIDDLE - RIM : MIDDLE + RIM },
  ];
  return (
    <svg
      className="gt-area-map gt-wide gt-round-note gt-pole-map"
      data-tone="right"
      viewBox={`0 0 ${size} ${size}`}
      aria-hidden="true"
    >
      <clipPath id={clip}>
        <circle cx={MIDDLE} cy={MIDDLE} r={radius} />
      </clipPath>
      <rect className="gt-drawn-ground" width={size} height={size} />
      <g clipPath={`url(#${clip})`}>
        <path className="gt-area-map__grid gt-drawn-line" d={`M${MIDDLE} 0V${size}M0 ${MIDDLE}H${size}`} />
        {parallels.map((one) => (
          <circle
            key={one.degrees}
            className="gt-area-map__grid gt-drawn-line"
            cx={MIDDLE}
            cy={MIDDLE}
            r={one.radius}
          />
        ))}
        <path className="gt-pole-map__fill" d={fill} fillRule="evenodd" />
        <path className="gt-pole-map__casing gt-drawn-line" d={line} />
        <path className="gt-area-map__line gt-drawn-line" d={line} />
      </g>
      <circle className="gt-area-map__grid gt-drawn-line" cx={MIDDLE} cy={MIDDLE} r={radius} />
      <circle className="gt-drawn-names" cx={MIDDLE} cy={MIDDLE} r="2" />
      {parallels.map((one) => (
        <text
          key={one.degrees}
          className="gt-area-map__degrees gt-drawn-names"
          x={MIDDLE + 3}
          y={MIDDLE - one.radius + 11}
        >
          {formatLatitude(one.degrees, 0)}
        </text>
      ))}
      {meridians.map(({ degrees, x, y }) => (
        <text
          key={degrees}
          className="gt-area-map__degrees gt-drawn-names"
          x={x}
          y={y + 4}
          textAnchor="middle"
        >
          {degrees}°
        </text>
      ))}
    </svg>
  );
}
