import type { ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import { AccountPanel } from '../../../../src/ui/account/AccountPanel.tsx';
import { AnalyticsPanel } from '../../../../src/ui/analytics/AnalyticsApp.tsx';
import { AuthOverlay } from '../../../../src/ui/auth/AuthOverlay.tsx';
import { ExportsPanel } from '../../../../src/ui/exports/ExportsPanel.tsx';
import { DeliveredPanel } from '../../../../src/ui/imagery/DeliveredPanel.tsx';
import { ImageryPanel } from '../../../../src/ui/imagery/ImageryPanel.tsx';
import { PathPlayer } from '../../../../src/ui/inspector/PathPlayer.tsx';
import { ViewerProvider } from '../../../../src/ui/inspector/viewerActor.tsx';
import { ViewerPage } from '../../../../src/ui/inspector/ViewerPage.tsx';
import { PageProvider } from '../../../../src/ui/map/analysis/page.tsx';
import { LostTiles } from '../../../../src/ui/map/layers/tiles/TileNotice.tsx';
import { PlaceSearch } from '../../../../src/ui/map/controls/PlaceSearch.tsx';
import { AcquisitionPanel } from '../../../../src/ui/orders/acquisition/AcquisitionPanel.tsx';
import { OrdersPanel } from '../../../../src/ui/orders/OrdersPanel.tsx';
import { OrderPage } from '../../../../src/ui/orders/OrderPage.tsx';
import { MyAoiPanel } from '../../../../src/ui/saved/MyAoiPanel.tsx';
import { MySearchPanel } from '../../../../src/ui/saved/MySearchPanel.tsx';
import { Bell } from '../../../../src/ui/saved/Bell.tsx';
import { WatchDrawer } from '../../../../src/ui/saved/WatchDrawer.tsx';
import { DetailsDrawer } from '../../../../src/ui/search/DetailsDrawer.tsx';
import { ActionBar } from '../../../../src/ui/search/ActionBar.tsx';
import { NothingFound } from '../../../../src/ui/search/NothingFound.tsx';
import { SearchPanel } from '../../../../src/ui/search/SearchPanel.tsx';
import { StartCard } from '../../../../src/ui/search/StartCard.tsx';
import type { addTexts } from '../../../../src/ui/shared/i18n/language.ts';
import { Bar } from '../../../../src/ui/session/Bar.tsx';
import type { StagedName, StagedPage } from './staged.ts';

/** What is mounted for each machine, beside the dialogs over the portal. */
export const VIEWS: Readonly<Partial<Record<StagedName, ReactNode>>> = {
  auth: <AuthOverlay />,
  registration: <AuthOverlay />,
  passwordReset: <AuthOverlay />,
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
  delivered: <DeliveredPanel />,
  orderPage: <OrderPage />,
  newAcquisition: <AcquisitionPanel />,
  startCard: <StartCard />,
  search: <SearchPanel />,
  waysOn: <NothingFound />,
  results: (
    <>
      <SearchPanel />
      <ActionBar />
      <DetailsDrawer />
    </>
  ),
  shell: <Bar />,
  baseTiles: <LostTiles />,
  places: <PlaceSearch />,
  passwordChange: <AccountPanel />,
  payRecords: <AccountPanel />,
  newKey: <AccountPanel />,
};

/** The texts of the pages beside the portal. */
export const PAGE_TEXTS: readonly Parameters<typeof addTexts>[0][] = [
  (language) => import(`../../../../contract/messages/${language}/analytics.json`),
  (language) => import(`../../../../contract/messages/${language}/viewer.json`),
];

/** The pages beside the portal, by the actor that each is made for. */
export const PAGES: Readonly<Record<StagedPage, (actor: AnyActorRef) => ReactNode>> = {
  analytics: (actor) => (
    <PageProvider page={{ actor: actor as never, tiles: '' }}>
      <AnalyticsPanel />
    </PageProvider>
  ),
  viewer: (actor) => <ViewerPage viewer={actor as never} />,
  // it is behind a tab of the viewer
  player: (actor) => (
    <ViewerProvider viewer={actor as never}>
      <PathPlayer />
    </ViewerProvider>
  ),
};
