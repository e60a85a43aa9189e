import { RotateCcw } from 'lucide-react';
import { useT } from '../i18n/useT.ts';
import { IconButton } from '../kit/actions/IconButton.tsx';
import { Tooltip } from '../kit/overlays/Tooltip.tsx';
import type { PagedActor } from './ListPager.tsx';

/** Loads the shown page again. */
export function ReloadButton({ list }: { list: PagedActor }) {
  const t = useT();
  return (
    <Tooltip label={t('common.reload')} placement="bottom">
      <IconButton
        label={t('common.reload')}
        icon={<RotateCcw size={16} strokeWidth={1.75} />}
        onPress={() => list.send({ type: 'reload.requested' })}
      />
    </Tooltip>
  );
}
