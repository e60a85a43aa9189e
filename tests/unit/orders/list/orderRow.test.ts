import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createActor, createMachine, fromPromise } from 'xstate';
import { ordersMachine } from '../../../../src/machines/orders/orders.machine.ts';
import { OrderRow } from '../../../../src/ui/orders/OrdersPanel.tsx';
import { PortalProvider } from '../../../../src/ui/shared/actors.tsx';
import { addPortalTexts, applyLanguage } from '../../../../src/ui/shared/i18n/language.ts';
import { order, settings } from '../../../model/shared/samples.ts';
import { STATUSES } from '../../../rows/specification.ts';

const orders = STATUSES.map(({ status }) => order(`GT-${status}`, status));

/** The rows of an open list, as the browser gets them. */
async function rowsIn(language: 'en' | 'zh'): Promise<string[]> {
  await addPortalTexts();
  await applyLanguage(language);
  const machine = ordersMachine.provide({
    actors: { listOrders: fromPromise(() => Promise.resolve({ list: orders, total: orders.length })) },
  });
  const portal = createActor(
    createMachine({
      context: { settings },
      invoke: { id: 'orders.archive', src: machine, input: { kind: 'archive' } },
    }),
  ).start();
  portal.getSnapshot().children['orders.archive']?.send({ type: 'panel.opened' });
  await new Promise((resolve) => setImmediate(resolve));
  const rows = orders.map((one) =>
    renderToString(
      h(PortalProvider, { portal: portal as never, children: h(OrderRow, { order: one, kind: 'archive' }) }),
    ),
  );
  portal.stop();
  return rows;
}

test.each(['en', 'zh'] as const)('a row shows its status, and Cancel only below 5 (%s)', async (language) => {
  try {
    const rows = await rowsIn(language);
    const word = language === 'en' ? 'Cancel' : '取消';
    for (const [at, { english, chinese, cancel }] of STATUSES.entries()) {
      expect(rows[at]).toContain(`${language === 'en' ? english : chinese}</span>`);
      expect(rows[at]!.includes(`>${word}</button>`)).toBe(cancel);
    }
  } finally {
    await applyLanguage('en');
  }
});
