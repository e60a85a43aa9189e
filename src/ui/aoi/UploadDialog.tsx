import { useSelector } from '@xstate/react';
import { FileUp } from 'lucide-react';
import type { ActorRefFrom } from 'xstate';
import { DIALOG_WIDTH, UPLOAD_EXTENSIONS } from '../../../contract/limits.ts';
import type { FileReading, FileRefusal } from '../../geo/check/areaReview.ts';
import { isOfferNote } from '../../geo/read/readArea.ts';
import {
  askedFile,
  fileName,
  isReadingFile,
  noteText,
  placedFile,
  readingProgress,
  reviewedReading,
  savingFeature,
  systemPicking,
  type uploadMachine,
  uploadOffer,
  uploadRefusal,
} from '../../machines/aoi/upload.machine.ts';
import { formatPercent } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { Progress } from '../shared/kit/figures/Progress.tsx';
import { Ring } from '../shared/kit/figures/Ring.tsx';
import { Dialog } from '../shared/kit/overlays/Dialog.tsx';
import { PlacedFile } from './PlacedFile.tsx';
import { AreaChoices, UseChoice } from './AreaChoices.tsx';
import { AreaMap, AreaReviewNote } from './AreaReview.tsx';
import { FeatureList, SaveFeatures } from './FeatureList.tsx';
import { SystemPicker } from './SystemPicker.tsx';
import './aoi.css';

interface UploadProps {
  upload: ActorRefFrom<typeof uploadMachine>;
  /** Whether a file hangs over the page. */
  isOver: boolean;
  /** Whether there is an AOI, which stays until the file is used. */
  hasAoi: boolean;
  /** Whether the features of a file can be saved as My AOIs. */
  canSave?: boolean;
}

/** §2 Upload dialog: select a file, see the progress, accept repairs. */
export function UploadDialog(props: UploadProps) {
  const t = useT();
  const { upload, canSave = true } = props;
  const isReading = useSelector(upload, isReadingFile);
  const reading = useSelector(upload, reviewedReading);
  const asked = useSelector(upload, askedFile);
  const placed = useSelector(upload, placedFile);
  const close = () => upload.send({ type: 'upload.closed' });
  return (
    <Dialog
      title={t('upload.title')}
      width={DIALOG_WIDTH.upload}
      onClose={close}
      footer={
        asked !== null ? (
          <>
            <Button onPress={() => upload.send({ type: 'choice.left' })}>{t('upload.another')}</Button>
            <UseChoice asked={asked} onUse={() => upload.send({ type: 'choice.accepted' })} />
          </>
        ) : placed !== null ? (
          <>
            <Button onPress={() => upload.send({ type: 'system.left' })}>{t('systems.another')}</Button>
            <Button
              // a new button, that it takes the focus
              key="place"
              variant="primary"
              autoFocus
              onPress={() => upload.send({ type: 'system.accepted' })}
            >
              {t('systems.use')}
            </Button>
          </>
        ) : reading === null ? (
          <>
            {!isReading && canSave && <SaveFeatures upload={upload} />}
            <Button onPress={close}>{t('common.close')}</Button>
          </>
        ) : (
          <>
            <Button onPress={() => upload.send({ type: 'repair.declined' })}>{t('upload.another')}</Button>
            <Button
              key="repair"
              variant="primary"
              autoFocus
              onPress={() => upload.send({ type: 'repair.accepted' })}
            >
              {t('upload.use')}
            </Button>
          </>
        )
      }
    >
      {isReading && <Reading upload={upload} />}
      {reading !== null && <UploadReview reading={reading} />}
      {asked !== null && (
        <AreaChoices
          asked={asked}
          notes={asked.notes.map(noteText)}
          onChoose={(index) => upload.send({ type: 'choice.made', index })}
        />
      )}
      {placed !== null && <PlacedFile placed={placed} />}
      {!isReading && reading === null && asked === null && placed === null && <Choosing {...props} />}
    </Dialog>
  );
}

function Choosing({ upload, isOver, hasAoi }: UploadProps) {
  const t = useT();
  const name = useSelector(upload, fileName);
  const refusal = useSelector(upload, uploadRefusal);
  const offer = useSelector(upload, uploadOffer);
  const picking = useSelector(upload, systemPicking);
  // another file would end the saving
  const isSaving = useSelector(upload, savingFeature) !== null;
  const isFirst = offer === null && picking === null;
  return (
    <>
      {refusal !== null && (
        <UploadRefusal refusal={refusal} name={name} hasAoi={hasAoi} isPicking={picking !== null} />
      )}
      {offer !== null && picking === null && <FeatureList upload={upload} offer={offer} />}
      {picking !== null && <SystemPicker upload={upload} picking={picking} />}
      <label
        className="gt-upload__zone gt-hovers gt-justify-centre gt-eased gt-pointed gt-grid gt-gap-4 gt-anchor gt-muted gt-sunken gt-round-note gt-text-centre"
        data-over={isOver || undefined}
      >
        <input
          className="gt-unseen-input"
          type="file"
          accept={UPLOAD_EXTENSIONS.join(',')}
          autoFocus={picking === null}
          disabled={isSaving}
          aria-describedby={isFirst ? 'gt-upload-help' : undefined}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // so that selecting the same file again fires a change event
            event.target.value = '';
            upload.send({ type: 'files.given', files });
          }}
        />
        <FileUp size={24} strokeWidth={1.5} aria-hidden="true" />
        <span className="gt-accent gt-strong">{t(isFirst ? 'upload.select' : 'upload.another')}</span>
        <span className="gt-secondary">{t('upload.drop')}</span>
      </label>
      {isFirst && (
        <ul
          id="gt-upload-help"
          className="gt-upload__help gt-grid gt-gap-6 gt-quiet"
          aria-label={t('upload.help')}
        >
          <li>{t('upload.formats')}</li>
          <li>{t('upload.system')}</li>
          <li>{t('upload.single')}</li>
          <li>{t('upload.shapefile')}</li>
        </ul>
      )}
    </>
  );
}

function Reading({ upload }: Pick<UploadProps, 'upload'>) {
  const t = useT();
  const share = useSelector(upload, readingProgress);
  const label = t('upload.reading', { name: useSelector(upload, fileName) ?? '' });
  const message = t('upload.read', { share: formatPercent(Math.round(share * 100)) });
  return (
    <div className="gt-grid gt-gap-12">
      <p className="gt-across gt-gap-8 gt-shrink gt-anywhere gt-strong" role="status">
        <Ring />
        {label}
      </p>
      <Progress label={label} share={share} message={message} />
      <div className="gt-upload__state gt-across gt-between gt-quiet">
        <span>{message}</span>
        <Button size="small" autoFocus onPress={() => upload.send({ type: 'reading.cancelled' })}>
          {t('upload.cancel')}
        </Button>
      </div>
    </div>
  );
}

interface UploadRefusalProps {
  refusal: FileRefusal;
  /** Of the file. */
  name: string | null;
  /** Whether there is an AOI, which stays. */
  hasAoi: boolean;
  /** Whether its coordinate system can be picked below. */
  isPicking: boolean;
}

/** §8 File alerts: the error, the file's content and, if known, the position. */
function UploadRefusal({ refusal: { message, drawing }, name, hasAoi, isPicking }: UploadRefusalProps) {
  const t = useT();
  const count = message.key === 'errors.file.singleFeature' ? message.params?.['count'] : undefined;
  return (
    <>
      <Note tone="err" title={messageText(t, message)}>
        {typeof count === 'number' && <p>{t('upload.found', { count })}</p>}
        {isPicking ? (
          <p>{t('systems.below')}</p>
        ) : (
          name !== null && <p>{t('upload.refusedName', { name })}</p>
        )}
        {hasAoi && <p>{t('upload.kept')}</p>}
      </Note>
      {drawing !== null && <AreaMap drawing={drawing} tone="wrong" label={t('upload.mapPlace')} />}
    </>
  );
}

/** The repairs of a file, which the user must accept. */
function UploadReview({ reading: { aoi, notes, review } }: { reading: FileReading }) {
  const t = useT();
  if (review === null) return null;
  const offer = notes.find(isOfferNote);
  return (
    <AreaReviewNote
      title={
        offer ? messageText(t, noteText(offer)) : t(review.isProposal ? 'upload.proposed' : 'upload.repaired')
      }
      review={review}
      vertices={aoi.vertices}
      notes={notes.filter((note) => note !== offer).map(noteText)}
      given={t('upload.mapBefore')}
    />
  );
}
