import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { known } from '../../geo/known.ts';
import './styles/base.css';

/** Shows a page's view in the element with this id. */
export function showPage(id: string, view: ReactNode): void {
  const place = known(document.getElementById(id), `the page has no #${id}`);
  createRoot(place).render(<StrictMode>{view}</StrictMode>);
}
