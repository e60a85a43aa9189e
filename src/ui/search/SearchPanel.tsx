import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { areResultsShown, foundScenes } from '../../machines/search/results/results.selectors.ts';
import { isSearching } from '../../machines/search/search.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { focusList } from './list/listFocus.ts';
import { ResultsList } from './list/ResultsList.tsx';
import { SearchForm } from './form/SearchForm.tsx';

/** §2 Search panel: the form, and the results after a search. */
export function SearchPanel() {
  const t = useT();
  const results = useActorOf('results');
  const isFound = useSelector(results, areResultsShown);
  const isBusy = useSelector(useActorOf('search'), isSearching);
  const count = useSelector(results, foundScenes).length;
  useRestoredFocus(isFound);
  return (
    <>
      <p className="gt-visually-hidden" role="status">
        {isBusy && t('search.searching')}
        {isFound && t('results.title', { count })}
      </p>
      {isFound ? <ResultsList /> : <SearchForm />}
    </>
  );
}

/** The button between form and results unmounts with its panel, so the focus moves to the new one. */
function useRestoredFocus(isFound: boolean): void {
  const shown = useRef(isFound);
  useEffect(() => {
    if (shown.current === isFound) return;
    shown.current = isFound;
    if (document.activeElement === document.body) focusList();
  }, [isFound]);
}
