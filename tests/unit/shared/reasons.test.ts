import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** Buttons without a reason of their own, by file: they wait for a reply, or their form shows the error. */
const WAITING: Record<string, number> = {
  // Close, while a submit is pending
  'src/ui/account/AccountDialogs.tsx': 1,
  'src/ui/account/NewKeyDialog.tsx': 1,
  'src/ui/orders/priced/OrderFoot.tsx': 1,
  // changes of the form, while a submit is pending
  'src/ui/orders/priced/Bought.tsx': 3,
  // the file of all orders, while it is made
  'src/ui/orders/OrdersPanel.tsx': 1,
  'src/ui/imagery/ImageryExportDialog.tsx': 1,
  'src/ui/shared/kit/overlays/FormDialog.tsx': 1,
  // the error of the entry is shown in the form
  'src/ui/aoi/CoordinatesDialog.tsx': 1,
  'src/ui/search/BestCoverDialog.tsx': 1,
  // fields and segments that wait for the analysis, and an empty text
  'src/ui/analytics/AnalysisForm.tsx': 5,
  // the calendar of a disabled field
};

test('disabled buttons show their reason on hover and focus', () => {
  const silent: Record<string, number> = {};
  const names = readdirSync(resolve(root, 'src/ui'), { recursive: true, encoding: 'utf8' });
  for (const file of names.filter((name) => name.endsWith('.tsx')).map((name) => `src/ui/${name}`)) {
    const text = readFileSync(resolve(root, file), 'utf8');
    const buttons = text.match(/<(?:Icon|Tooltip)?Button\b[\s\S]*?(?:[^=/\s]>|\n\s*\/?>|\/>\n)/g) ?? [];
    const count = buttons.filter((one) => /\sdisabled=/.test(one) && !/\sreason=/.test(one)).length;
    if (count > 0) silent[file] = count;
  }
  expect(silent).toEqual(WAITING);
});
