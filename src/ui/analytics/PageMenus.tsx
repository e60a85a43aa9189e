import { useSelector } from '@xstate/react';
import { PreferenceMenus } from '../shared/PreferenceMenus.tsx';
import { usePage } from '../map/analysis/page.tsx';

/** Language and theme menus, at the right of the panel. */
export function PageMenus() {
  const preferences = useSelector(usePage().actor, ({ children }) => children.preferences);
  return preferences === undefined ? null : <PreferenceMenus preferences={preferences} />;
}
