import { showPage } from './ui/shared/showPage.tsx';
import { ViewerPage } from './ui/inspector/ViewerPage.tsx';
import { openViewer } from './wiring/inspector/openViewer.ts';

const viewer = await openViewer();
showPage('app', <ViewerPage viewer={viewer} />);
