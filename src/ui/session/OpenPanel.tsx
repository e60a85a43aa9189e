import { useSelector } from '@xstate/react';
import { openPanel } from '../../machines/session/shell.selectors.ts';
import { AccountPanel } from '../account/AccountPanel.tsx';
import { useActorOf } from '../shared/actors.tsx';
import { ExportsPanel } from '../exports/ExportsPanel.tsx';
import { ImageryPanel } from '../imagery/ImageryPanel.tsx';
import { OrdersPanel } from '../orders/list/OrdersPanel.tsx';
import { MyAoiPanel } from '../saved/MyAoiPanel.tsx';
import { MySearchPanel } from '../saved/MySearchPanel.tsx';
import { SearchPanel } from '../search/SearchPanel.tsx';

/** The panel that the bar chose (§2 Main layout). */
export function OpenPanel() {
  const panel = useSelector(useActorOf('shell'), openPanel);
  if (panel === null) return null;
  if (panel === 'search') return <SearchPanel />;
  if (panel === 'order') return <OrdersPanel />;
  if (panel === 'account') return <AccountPanel />;
  if (panel === 'myaoi') return <MyAoiPanel />;
  if (panel === 'mysearch') return <MySearchPanel />;
  if (panel === 'myexport') return <ExportsPanel />;
  return <ImageryPanel />;
}
