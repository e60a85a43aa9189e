import { RotateCcw } from 'lucide-react';
import { useT } from '../i18n/useT.ts';
import { TooltipButton } from '../kit/actions/TooltipButton.tsx';
import type { PagedActor } from './ListPager.tsx';

/** Loads the shown page again. */
export function ReloadButton({ list }: { list: PagedActor }) {
  const t = useT();
  return (
    <TooltipButton
      label={t('common.reload')}
      icon={<RotateCcw size={16} strokeWidth={1.75} />}
      onPress={() => list.send({ type: 'reload.requested' })}
    />
  );
}
