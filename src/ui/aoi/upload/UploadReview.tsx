import { noteText } from '../../../machines/aoi/upload/upload.rules.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { AreaReviewNote } from '../AreaReviewNote.tsx';
import type { FileReading } from '../../../geo/check/areaReview.ts';

/** The repairs of a file, which the user must accept. */
export function UploadReview({ reading: { aoi, notes, review } }: { reading: FileReading }) {
  const t = useT();
  if (review === null) return null;
  return (
    <AreaReviewNote
      title={t(review.isProposal ? 'upload.proposed' : 'upload.repaired')}
      review={review}
      vertices={aoi.vertices}
      notes={notes.map(noteText)}
      given={t('upload.mapBefore')}
    />
  );
}
