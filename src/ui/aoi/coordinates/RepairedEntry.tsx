import type { RepairedEntry } from '../../../machines/aoi/entryReading.rules.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { AreaReviewNote } from '../AreaReviewNote.tsx';

/** A typed outline that needs a repair, with the proposed repair. */
export function RepairedArea({ repaired: { aoi, review, wrong } }: { repaired: RepairedEntry }) {
  const t = useT();
  return (
    <AreaReviewNote
      title={
        wrong === null ? t(review.isProposal ? 'upload.proposed' : 'upload.repaired') : messageText(t, wrong)
      }
      review={review}
      vertices={aoi.vertices}
      given={t('coordinates.mapTyped')}
    />
  );
}

/** Buttons to use the repaired area or return to the typed one. */
export function RepairedActions({ onClose }: { onClose: () => void }) {
  const t = useT();
  const aoi = useActorOf('aoi');
  return (
    <>
      <span className="gt-coordinates__back">
        <Button variant="text" onPress={() => aoi.send({ type: 'repair.declined' })}>
          {t('coordinates.editText')}
        </Button>
      </span>
      <Button onPress={onClose}>{t('common.close')}</Button>
      <Button variant="primary" autoFocus onPress={() => aoi.send({ type: 'repair.accepted' })}>
        {t('upload.use')}
      </Button>
    </>
  );
}
