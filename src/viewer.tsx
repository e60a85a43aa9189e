import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/shared/styles/base.css';
import { ViewerPage } from './ui/inspector/ViewerPage.tsx';
import { openViewer } from './wiring/inspector/openViewer.ts';

const viewer = await openViewer();
const place = document.getElementById('app');
if (place === null) throw new Error('the page has no #app');
createRoot(place).render(
  <StrictMode>
    <ViewerPage viewer={viewer} />
  </StrictMode>,
);
