import { useSelector } from '@xstate/react';
import { FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ownImagesMachine } from '../../machines/analytics/ownImages.machine.ts';
import {
  areDeliveriesUnlisted,
  imageRefusal,
  isOpeningImage,
} from '../../machines/analytics/ownImages.selectors.ts';
import { usePage } from '../map/analysis/page.tsx';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Images of the user's own, which the list of layers has too: a file of their machine, and what happens to it. */
export function OwnImageFields({ disabled }: { disabled: boolean }) {
  const images = useSelector(usePage().actor, ({ children }) => children.ownImages);
  return images === undefined ? null : <Fields images={images} disabled={disabled} />;
}

interface FieldsProps {
  images: ActorRefFrom<typeof ownImagesMachine>;
  disabled: boolean;
}

function Fields({ images, disabled }: FieldsProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const isOpening = useSelector(images, isOpeningImage);
  const refusal = useSelector(images, imageRefusal);
  const isUnlisted = useSelector(images, areDeliveriesUnlisted);
  const again = (
    <Button size="small" onPress={() => images.send({ type: 'images.retried' })}>
      {t('common.tryAgain')}
    </Button>
  );
  return (
    <div className="gt-analytics__own">
      <input
        ref={input}
        type="file"
        hidden
        accept=".tif,.tiff"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) images.send({ type: 'file.given', file });
          // so that selecting the same file again fires a change event
          event.target.value = '';
        }}
      />
      <Button
        size="small"
        icon={<FolderOpen {...ICON} />}
        disabled={disabled}
        onPress={() => input.current?.click()}
      >
        {t('analytics.openFile')}
      </Button>
      <p className="gt-analytics__fact" role="status">
        {isOpening && t('analytics.openingImage')}
      </p>
      {refusal !== null && <Note tone="err" title={messageText(t, refusal)} action={again} />}
      {isUnlisted && <Note tone="warn" title={t('analytics.notListed')} action={again} />}
    </div>
  );
}
