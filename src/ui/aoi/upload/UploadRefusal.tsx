import type { FileRefusal } from '../../../machines/aoi/upload/upload.rules.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { AreaMap } from '../AreaMap.tsx';

interface UploadRefusalProps {
  refusal: FileRefusal;
  /** Of the file. */
  name: string | null;
  /** Whether there is an AOI, which stays. */
  hasAoi: boolean;
}

/** §8 File alerts: the error, the file's content and, if known, the position. */
export function UploadRefusal({ refusal: { message, drawing }, name, hasAoi }: UploadRefusalProps) {
  const t = useT();
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
