import type { AskedArea } from '../../../machines/aoi/areaReview.rules.ts';
import type { RepairedEntry } from '../../../machines/aoi/entryReading.rules.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { UseChoice } from '../AreaChoices.tsx';
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
      <BackToText onPress={() => aoi.send({ type: 'repair.declined' })} />
      <Button onPress={onClose}>{t('common.close')}</Button>
      <Button variant="primary" autoFocus onPress={() => aoi.send({ type: 'repair.accepted' })}>
        {t('upload.use')}
      </Button>
    </>
  );
}

/** Buttons to use the chosen area or return to the typed one. */
export function AskedActions({ asked, onClose }: { asked: AskedArea; onClose: () => void }) {
  const t = useT();
  const aoi = useActorOf('aoi');
  return (
    <>
      <BackToText onPress={() => aoi.send({ type: 'choice.left' })} />
      <Button onPress={onClose}>{t('common.close')}</Button>
      <UseChoice asked={asked} onUse={() => aoi.send({ type: 'choice.accepted' })} />
    </>
  );
}

function BackToText({ onPress }: { onPress: () => void }) {
  const t = useT();
  return (
    <span className="gt-coordinates__back">
      <Button variant="text" onPress={onPress}>
        {t('coordinates.editText')}
      </Button>
    </span>
  );
}
