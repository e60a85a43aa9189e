import { Check, CircleAlert, CircleCheck, Stethoscope } from 'lucide-react';
import type { AreaDrawing } from '../../geo/area/areaDrawing.ts';
import { areaChange, changeText, isCancelledOut } from '../../machines/aoi/areaReview.rules.ts';
import type { NoticeText } from '../../machines/shared/notice.ts';
import { formatChange, formatMeasuredArea } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Note } from '../shared/kit/figures/Note.tsx';
import { AreaMap } from './AreaMap.tsx';
import type { AreaReview } from '../../geo/check/areaReview.ts';

interface AreaReviewProps {
  /** The error, or a note that there was one. */
  title: string;
  review: AreaReview;
  /** Number of vertices of the repaired area. */
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
      <div className="gt-review__maps">
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
    <figure className="gt-review__side">
      <AreaMap drawing={drawing} tone={isAfter ? 'right' : 'wrong'} shaded={shaded} label={label} />
      <figcaption>
        <span className="gt-review__name" data-side={side}>
          <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
          {t(`upload.${side}`)}
        </span>
        <span className="gt-review__facts">{t('upload.facts', { area, count })}</span>
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
    // on a small screen the dialog scrolls; the keyboard scrolls it from here
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className="gt-review__changes" aria-label={t('upload.changes')} tabIndex={0}>
      {sentences.map((sentence) => (
        <li key={sentence}>
          <Check size={14} strokeWidth={1.75} aria-hidden="true" />
          {sentence}
        </li>
      ))}
    </ul>
  );
}
