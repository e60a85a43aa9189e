import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { isLoadingList, listFailure } from '../../../machines/shared/pages.rules.ts';
import { messageText } from '../i18n/messageText.ts';
import { useT } from '../i18n/useT.ts';
import { FailedState } from '../kit/states/FailedState.tsx';
import type { PagedActor } from './ListPager.tsx';
import './rows.css';

interface ListOrStateProps {
  list: PagedActor;
  isEmpty: boolean;
  /** What a failed load leaves as it is. */
  unaffected: string;
  loading: ReactNode;
  empty: ReactNode;
  /** The rows. */
  children: (isLoading: boolean) => ReactNode;
}

/** The rows of a list, or its failed, loading or empty state. */
export function ListOrState({ list, isEmpty, unaffected, loading, empty, children }: ListOrStateProps) {
  const t = useT();
  const isLoading = useSelector(list, isLoadingList);
  const failure = useSelector(list, listFailure);
  if (failure !== null)
    return (
      <FailedState
        title={messageText(t, failure)}
        text={unaffected}
        onRetry={() => list.send({ type: 'reload.requested' })}
      />
    );
  if (isEmpty) return isLoading ? loading : empty;
  return children(isLoading);
}
