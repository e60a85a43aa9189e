import { useSelector } from '@xstate/react';
import type { SharedSearch } from '../../../../contract/saved.ts';
import { shownAoi } from '../../../machines/aoi/aoi.selectors.ts';
import { foundScenes } from '../../../machines/search/results/results.selectors.ts';
import { knownSatellites } from '../../../machines/search/search.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatArea, formatDate } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { EmptyState } from '../../shared/kit/states/EmptyState.tsx';
import { ConditionTags } from '../../search/form/ConditionTags.tsx';
import { ResultsGrid } from '../../search/list/ResultsGrid.tsx';
import '../../search/list/results.css';

interface SharedFactsProps {
  shared: SharedSearch;
}

/** When the search was saved, its area and condition, and how many scenes it has. */
export function SharedFacts({ shared }: SharedFactsProps) {
  const t = useT();
  const count = useSelector(useActorOf('results'), foundScenes).length;
  const satellites = useSelector(useActorOf('search'), knownSatellites);
  const areaKm2 = useSelector(useActorOf('aoi'), (aoi) => shownAoi(aoi)?.areaKm2 ?? 0);
  return (
    <>
      <p className="gt-shared__facts">
        {t('share.savedOn', { date: formatDate(shared.ctime), area: formatArea(areaKm2) })}
      </p>
      <ConditionTags condition={shared.dumpJson.condition} satellites={satellites} />
      <p className="gt-shared__count" role="status">
        {t('results.title', { count })}
      </p>
    </>
  );
}

/** The scenes of the shared search. */
export function SharedScenes() {
  const t = useT();
  const isEmpty = useSelector(useActorOf('results'), foundScenes).length === 0;
  return isEmpty ? <EmptyState title={t('share.noScenes')} /> : <ResultsGrid />;
}
