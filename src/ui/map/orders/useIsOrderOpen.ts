import { useSelector } from '@xstate/react';
import { isOrderOpen } from '../../../machines/orders/page/orderPage.selectors.ts';
import { useActorIf } from '../../shared/actors.tsx';

/** Whether the map shows an order instead of the results; never on a visitor's page. */
export function useIsOrderOpen(): boolean {
  return useSelector(useActorIf('orderPage'), (page) => page !== undefined && isOrderOpen(page));
}
