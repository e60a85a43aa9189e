/**
 * All components of the kit on one page, for development: kit.html?theme=dark&language=zh&dialog=600. Not
 * part of the production build.
 */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../../styles/base.css';
import { addPortalTexts, applyLanguage } from '../../i18n/language.ts';
import { applyTheme } from '../../styles/theme.ts';
import { Button } from '../actions/Button.tsx';
import { EmptyState } from '../states/EmptyState.tsx';
import { FailedState } from '../states/FailedState.tsx';
import { Loading } from '../states/Loading.tsx';
import { Note } from '../figures/Note.tsx';
import { Skeleton } from '../states/Skeleton.tsx';
import { Toasts } from '../overlays/Toasts.tsx';
import { Fields } from './galleryFields.tsx';
import { Figures } from './galleryFigures.tsx';
import './gallery.css';
import { Buttons, Choices, Statuses } from './galleryControls.tsx';
import { asked, SearchForm, Panels, Dialogs } from './galleryPanels.tsx';

function Gallery() {
  return (
    <main className="gt-gallery">
      <h1 className="gt-visually-hidden">Kit</h1>
      <div className="gt-gallery__column">
        <Buttons />
        <Fields />
        <Choices />
        <Statuses />
      </div>
      <div className="gt-gallery__column">
        <States />
      </div>
      <div className="gt-gallery__column">
        <SearchForm />
        <Figures />
        <Panels />
      </div>
      {asked.has('toasts') && (
        <Toasts
          onClose={() => {}}
          notices={[
            { id: 1, tone: 'success', text: 'Share link copied.' },
            { id: 2, tone: 'error', text: 'Only one satellite must be selected' },
            { id: 3, tone: 'info', text: 'No result' },
          ]}
        />
      )}
      <Dialogs />
    </main>
  );
}

function States() {
  return (
    <>
      <div className="gt-gallery__card">
        <EmptyState
          title="No scenes here in these dates"
          text="Nearest match: 2 Nov, 34% cloud."
          actions={
            <>
              <Button size="small">Cloud ≤ 40%</Button>
              <Button size="small">6 months</Button>
            </>
          }
        />
      </div>
      <div className="gt-gallery__card">
        <Loading label="Searching…" rows={2} rowHeight={68} picture />
      </div>
      <div className="gt-gallery__card">
        <FailedState title="Orders could not be loaded" onRetry={() => {}} />
      </div>
      <Note
        tone="err"
        title="The WKT format is incorrect!"
        action={<Button size="small">Write 1.268</Button>}
      >
        Line 2, column 26: 268 has no latitude after it.
      </Note>
      <Note tone="warn" title="This outline crosses itself.">
        No point has to move: putting two points in order closes it cleanly.
      </Note>
      <Note tone="ok" title="Done">
        Everything is in its place.
      </Note>
      <Note>Two satellites of one source.</Note>
      <div className="gt-gallery__line">
        Unit price <Skeleton width={72} />
      </div>
    </>
  );
}

applyTheme(asked.get('theme') === 'dark' ? 'dark' : 'light');
await addPortalTexts();
await applyLanguage(asked.get('language') === 'zh' ? 'zh' : 'en');
const place = document.getElementById('kit');
if (place === null) throw new Error('the page has no #kit');
createRoot(place).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
