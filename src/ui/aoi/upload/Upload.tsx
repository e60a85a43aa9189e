import { useSelector } from '@xstate/react';
import { FileUp } from 'lucide-react';
import { shownAoi } from '../../../machines/aoi/aoi.selectors.ts';
import { isUploadOpen } from '../../../machines/aoi/upload/upload.selectors.ts';
import { useActorOf, usePortal } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { UploadDialog } from './UploadDialog.tsx';
import { useFileDrop } from './useFileDrop.ts';
import './upload.css';

/** §2 Upload dialog, and the map as a drop target for files. */
export function Upload() {
  const t = useT();
  const portal = usePortal();
  const upload = useActorOf('upload');
  const isOpen = useSelector(upload, isUploadOpen);
  const hasAoi = useSelector(useActorOf('aoi'), shownAoi) !== null;
  const hanging = useFileDrop(
    // panels float above the map; an open dialog blocks the drop
    (place) => isOpen || place.closest('.gt-workspace') !== null,
    (files) => portal.send({ type: 'files.given', files }),
  );
  if (isOpen) return <UploadDialog upload={upload} isOver={hanging !== null} hasAoi={hasAoi} />;
  return (
    <div className="gt-drop" data-over={hanging !== null || undefined} aria-hidden="true">
      {hanging !== null && (
        <div className="gt-drop__sign">
          <FileUp size={28} strokeWidth={1.5} />
          <p className="gt-drop__title">{t(hanging > 1 ? 'upload.dropSignMany' : 'upload.dropSign')}</p>
          <p className="gt-drop__formats">{t('upload.formats')}</p>
        </div>
      )}
    </div>
  );
}
