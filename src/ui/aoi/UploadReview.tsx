import { Check, CircleAlert, CircleCheck, Stethoscope } from 'lucide-react';
import type { AreaDrawing } from '../../geo/areaDrawing.ts';
import {
  areaChange,
  changeText,
  noteText,
  type AreaReview,
  type FileReading,
} from '../../machines/upload.rules.ts';
import { formatChange, formatMeasuredArea } from '../i18n/formats.ts';
import { saidText } from '../i18n/said.ts';
import { useT } from '../i18n/useT.ts';
import { Note } from '../kit/Note.tsx';
import { AreaMap } from './AreaMap.tsx';

/** What the AOI doctor mended, before and after as drawn maps: nothing is used before it is agreed to. */
export function UploadReview({ reading: { aoi, notes, review } }: { reading: FileReading }) {
  const t = useT();
  if (review === null) return null;
  return (
    <>
      <Note tone="warn" icon={<Stethoscope size={16} strokeWidth={1.75} />} title={t('upload.mended')}>
        <p>{t('upload.mendedHow')}</p>
      </Note>
      <div className="gt-upload__maps">
        <Side side="before" drawing={review.before} km2={review.areaBefore} count={review.verticesBefore} />
        <Side side="after" drawing={review.after} km2={review.areaAfter} count={aoi.vertices} />
      </div>
      <Changes review={review} notes={notes} />
    </>
  );
}

interface SideProps {
  side: 'before' | 'after';
  drawing: AreaDrawing;
  km2: number;
  /** Vertices. */
  count: number;
}

function Side({ side, drawing, km2, count }: SideProps) {
  const t = useT();
  const isAfter = side === 'after';
  const Icon = isAfter ? CircleCheck : CircleAlert;
  return (
    <figure className="gt-upload__side">
      <AreaMap
        drawing={drawing}
        tone={isAfter ? 'right' : 'wrong'}
        label={t(isAfter ? 'upload.mapAfter' : 'upload.mapBefore')}
      />
      <figcaption>
        <span className="gt-upload__name" data-side={side}>
          <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
          {t(`upload.${side}`)}
        </span>
        <span className="gt-upload__facts">
          {t('upload.facts', { area: formatMeasuredArea(km2), count })}
        </span>
      </figcaption>
    </figure>
  );
}

function Changes({ review, notes }: { review: AreaReview } & Pick<FileReading, 'notes'>) {
  const t = useT();
  const change = areaChange(review);
  const sentences = [
    ...review.changes.map((one) => saidText(t, changeText(one))),
    ...(change === null ? [] : [t('upload.areaChanged', { share: formatChange(change) })]),
    ...notes.map((one) => saidText(t, noteText(one))),
  ];
  return (
    <ul className="gt-upload__changes" aria-label={t('upload.changes')}>
      {sentences.map((sentence) => (
        <li key={sentence}>
          <Check size={14} strokeWidth={1.75} aria-hidden="true" />
          {sentence}
        </li>
      ))}
    </ul>
  );
}
