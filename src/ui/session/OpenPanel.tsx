import { useSelector } from '@xstate/react';
import { openPanel } from '../../machines/session/shell.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { Boundary } from '../shared/kit/states/Boundary.tsx';
import { BAR_ITEMS } from './barItems.ts';

/** The panel selected in the bar (§2 Main layout). */
export function OpenPanel() {
  const open = useSelector(useActorOf('shell'), openPanel);
  const View = BAR_ITEMS.find(({ panel }) => panel === open)?.view;
  if (View === undefined) return null;
  return (
    <Boundary place="panel" resetKey={open ?? ''}>
      <View />
    </Boundary>
  );
}
