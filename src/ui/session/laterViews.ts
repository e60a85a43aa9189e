import type { ComponentType } from 'react';
import { earlyView } from '../shared/kit/states/earlyView.tsx';
import type * as Later from './later.tsx';

const loads: (() => Promise<unknown>)[] = [];

/** A view of later.tsx, whose code is loaded after the map's first frame, or when it is first shown. */
export function laterView<Props extends object>(
  select: (views: typeof Later) => ComponentType<Props>,
): ComponentType<Props> {
  const view = earlyView<Props>(async () => select(await import('./later.tsx')));
  loads.push(view.load);
  return view;
}

/** Loads all of them. @throws if loading fails; each is loaded again when it is first shown */
export async function loadLaterViews(): Promise<void> {
  await Promise.all(loads.map((load) => load()));
}
