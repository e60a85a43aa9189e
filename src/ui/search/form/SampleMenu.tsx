import { useSelector } from '@xstate/react';
import { Sparkles } from 'lucide-react';
import type { OfferedSample } from '../../../../contract/settings.ts';
import { searchOfSample } from '../../../machines/search/samples.rules.ts';
import { offeredSamples } from '../../../machines/search/search.selectors.ts';
import { useActorOf, usePortal } from '../../shared/actors.tsx';
import { formatGsd } from '../../shared/i18n/formats.ts';
import { shownLanguage } from '../../shared/i18n/language.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Menu } from '../../shared/kit/actions/Menu.tsx';

/** Finds a real open scene in one press: area, dates and resolution are set, and the search runs. */
export function SampleMenu() {
  const t = useT();
  const portal = usePortal();
  const search = useActorOf('search');
  const samples = useSelector(search, offeredSamples);
  if (samples.length === 0) return null;
  const placeOf = ({ place }: OfferedSample) => place[shownLanguage()] ?? place['en'] ?? '';
  const choose = (id: string) => {
    const sample = samples.find(({ productId }) => productId === id);
    if (sample === undefined) return;
    const { area, patch } = searchOfSample(sample, placeOf(sample));
    portal.send(area);
    search.send({ type: 'draft.changed', patch });
    search.send({ type: 'search.requested' });
  };
  return (
    <Menu
      label={t('search.trySample')}
      look="small"
      icon={<Sparkles size={14} strokeWidth={1.75} />}
      items={samples.map((sample) => ({
        id: sample.productId,
        label: `${sample.name}: ${placeOf(sample)}`,
        note: formatGsd(sample.gsd),
      }))}
      onChoose={choose}
    />
  );
}
