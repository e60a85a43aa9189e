import { useSelector } from '@xstate/react';
import { openPanel } from '../../machines/shell.selectors.ts';
import type { PanelName } from '../../machines/street.ts';
import { AccountPanel } from '../account/AccountPanel.tsx';
import { useActorOf } from '../actors.tsx';
import { useT } from '../i18n/useT.ts';
import { EmptyState } from '../kit/EmptyState.tsx';
import { Panel } from '../kit/Panel.tsx';
import { ExportsPanel } from '../exports/ExportsPanel.tsx';
import { OrdersPanel } from '../orders/OrdersPanel.tsx';
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
  return <PanelToCome panel={panel} />;
}

function PanelToCome({ panel }: { panel: PanelName }) {
  const t = useT();
  return (
    <Panel title={t(`bar.${panel}`)}>
      <EmptyState drawing="list" title={t('common.notYet')} text={t('common.notYetText')} />
    </Panel>
  );
}
