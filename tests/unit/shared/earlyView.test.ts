import { createElement as h, Suspense, type ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { earlyView } from '../../../src/ui/shared/kit/states/earlyView.tsx';

const Hello = ({ name }: { name: string }) => h('p', null, name);
const shown = (View: ComponentType<{ name: string }>) =>
  renderToString(h(Suspense, { fallback: 'loading' }, h(View, { name: 'Ada' })));

it('a view whose code is there is shown at once, any other after it has come', async () => {
  const View = earlyView(() => Promise.resolve(Hello));
  expect(shown(View)).toContain('loading');
  const Ahead = earlyView(() => Promise.resolve(Hello));
  await Ahead.load();
  expect(shown(Ahead)).toContain('Ada');
  expect(shown(Ahead)).not.toContain('loading');
});
