import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/shared/styles/base.css';
import { AnalyticsApp } from './ui/analytics/AnalyticsApp.tsx';
import { PageProvider } from './ui/map/analysis/page.tsx';
import { openAnalyticsPage } from './wiring/analytics.ts';

const page = await openAnalyticsPage();
const place = document.getElementById('app');
if (place === null) throw new Error('the page has no #app');
createRoot(place).render(
  <StrictMode>
    <PageProvider page={page}>
      <AnalyticsApp />
    </PageProvider>
  </StrictMode>,
);
