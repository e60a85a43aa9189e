import { useSelector } from '@xstate/react';
import { shownAoi } from '../../../machines/aoi/aoi.selectors.ts';
import type { FileRefusal } from '../../../machines/aoi/upload/upload.rules.ts';
import { fileName } from '../../../machines/aoi/upload/upload.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { AreaMap } from '../AreaMap.tsx';

/** §8 File alerts: the error, the file's content and, if known, the position. */
export function UploadRefusal({ refusal: { message, drawing } }: { refusal: FileRefusal }) {
  const t = useT();
  const name = useSelector(useActorOf('upload'), fileName);
  const hasAoi = useSelector(useActorOf('aoi'), shownAoi) !== null;
  const count = message.key === 'errors.file.singleFeature' ? message.params?.['count'] : undefined;
  return (
    <>
      <Note tone="err" title={messageText(t, message)}>
        {typeof count === 'number' && <p>{t('upload.found', { count })}</p>}
        {name !== null && <p>{t('upload.refusedName', { name })}</p>}
        {hasAoi && <p>{t('upload.kept')}</p>}
      </Note>
      {drawing !== null && <AreaMap drawing={drawing} tone="wrong" label={t('upload.mapPlace')} />}
    </>
  );
}
