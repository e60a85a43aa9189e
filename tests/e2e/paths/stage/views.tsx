import type { ReactNode } from 'react';
import { AccountPanel } from '../../../../src/ui/account/AccountPanel.tsx';
import { ExportsPanel } from '../../../../src/ui/exports/ExportsPanel.tsx';
import { DeliveredPanel } from '../../../../src/ui/imagery/delivered/DeliveredPanel.tsx';
import { ImageryPanel } from '../../../../src/ui/imagery/ImageryPanel.tsx';
import { TileNotice } from '../../../../src/ui/map/base/TileNotice.tsx';
import { PlaceSearch } from '../../../../src/ui/map/places/PlaceSearch.tsx';
import { AcquisitionPanel } from '../../../../src/ui/orders/acquisition/AcquisitionPanel.tsx';
import { OrdersPanel } from '../../../../src/ui/orders/list/OrdersPanel.tsx';
import { OrderPage } from '../../../../src/ui/orders/page/OrderPage.tsx';
import { MyAoiPanel } from '../../../../src/ui/saved/MyAoiPanel.tsx';
import { MySearchPanel } from '../../../../src/ui/saved/MySearchPanel.tsx';
import { Bell } from '../../../../src/ui/saved/watches/Bell.tsx';
import { WatchDrawer } from '../../../../src/ui/saved/watches/WatchDrawer.tsx';
import { DetailsDrawer } from '../../../../src/ui/search/details/DetailsDrawer.tsx';
import { ActionBar } from '../../../../src/ui/search/list/ActionBar.tsx';
import { SearchPanel } from '../../../../src/ui/search/SearchPanel.tsx';
import { Bar } from '../../../../src/ui/session/bar/Bar.tsx';
import type { StagedName } from './staged.ts';

const nothing = () => undefined;

/** What is mounted for each machine, beside the dialogs over the portal. */
export const VIEWS: Readonly<Partial<Record<StagedName, ReactNode>>> = {
  orders: <OrdersPanel />,
  savedAois: <MyAoiPanel />,
  savedSearches: <MySearchPanel />,
  savedList: <MyAoiPanel />,
  watches: (
    <>
      <MySearchPanel />
      <WatchDrawer />
    </>
  ),
  news: <Bell />,
  exports: <ExportsPanel />,
  account: <AccountPanel />,
  apiKeys: <AccountPanel />,
  imagery: <ImageryPanel />,
  delivered: <DeliveredPanel onMap={nothing} />,
  orderPage: <OrderPage onMap={nothing} />,
  newAcquisition: <AcquisitionPanel />,
  search: <SearchPanel />,
  results: (
    <>
      <SearchPanel />
      <ActionBar />
      <DetailsDrawer />
    </>
  ),
  shell: <Bar onChosen={nothing} />,
  baseTiles: <TileNotice />,
  places: <PlaceSearch />,
  passwordChange: <AccountPanel />,
  payRecords: <AccountPanel />,
  newKey: <AccountPanel />,
};
