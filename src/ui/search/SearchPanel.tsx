import { useSelector } from '@xstate/react';
import { areResultsShown } from '../../machines/search.selectors.ts';
import { useActorOf } from '../actors.tsx';
import { ResultsList } from './ResultsList.tsx';
import { SearchForm } from './SearchForm.tsx';

/** §2 Search panel: the form, and after a search its results. */
export function SearchPanel() {
  return useSelector(useActorOf('search'), areResultsShown) ? <ResultsList /> : <SearchForm />;
}
