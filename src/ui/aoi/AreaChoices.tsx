import { useId } from 'react';
import { changeText, chosenArea, type AskedArea } from '../../machines/aoi/areaReview.rules.ts';
import type { NoticeText } from '../../machines/shared/notice.ts';
import { formatMeasuredArea } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import '../shared/kit/fields/radio/RadioCards.css';
import { PoleMap } from './PoleMap.tsx';
import './areaReview.css';
import './areaChoices.css';

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
  const isNorth = asked.choices[0]?.drawing.pole === 'north';
  return (
    <>
      <Note tone="warn" title={t('areaChoice.title', { count: asked.choices.length })}>
        <p>
          {t('areaChoice.why')} {t(isNorth ? 'areaChoice.viewNorth' : 'areaChoice.viewSouth')}
        </p>
      </Note>
      <fieldset className="gt-choices">
        <legend className="gt-field__label">{t('areaChoice.legend')}</legend>
        <div className="gt-choices__grid">
          {asked.choices.map(({ kind, aoi, drawing }, index) => (
            <label
              key={kind}
              className="gt-radio gt-choice"
              data-checked={asked.chosen === index || undefined}
            >
              <input
                type="radio"
                name={name}
                checked={asked.chosen === index}
                // the question has the focus when it appears; no answer is selected
                autoFocus={index === 0}
                onChange={() => onChoose(index)}
              />
              <PoleMap drawing={drawing} />
              <span className="gt-choice__words">
                <span className="gt-radio__dot" aria-hidden="true" />
                <span className="gt-radio__label">
                  {t(`areaChoice.${kind}`)}
                  <span className="gt-review__facts">
                    {t('upload.facts', { area: formatMeasuredArea(aoi.areaKm2), count: aoi.vertices })}
                  </span>
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {sentences.length > 0 && (
        <ul className="gt-review__changes" aria-label={t('areaChoice.repairs')}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
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
