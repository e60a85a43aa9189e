import { showPage } from './ui/shared/showPage.tsx';
import { AnalyticsApp } from './ui/analytics/AnalyticsApp.tsx';
import { PageProvider } from './ui/map/analysis/page.tsx';
import { openAnalyticsPage } from './wiring/analytics.ts';

const page = await openAnalyticsPage();
showPage(
  'app',
  <PageProvider page={page}>
    <AnalyticsApp />
  </PageProvider>,
);
