import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import type { OrderItem } from '../../../contract/orders/orders.ts';
import { allTransitions } from '../mutation/instrument.ts';
import { models } from '../session/models.ts';
import { changesInWords } from './changes.ts';
import { differences } from './golden.ts';
import { acceptedOf, goldenFileOf, goldenText, readGolden } from './goldenFile.ts';

const FOLDER = 'tests/model/golden';
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.txt'))
  .map((file) => `${FOLDER}/${file}`);

/** What the paths of a machine say when its copy is broken. */
async function saidOf(name: string, broken: (copy: AnyStateMachine) => void): Promise<string[]> {
  const model = models.find((one) => one.name === name)!;
  return changesInWords(name, await differences({ ...model, broken }, acceptedOf(name)!));
}
const transitionOf = (copy: AnyStateMachine, id: string) =>
  allTransitions(copy).find((one) => one.id === id)!.transition;

test('every machine has a file of accepted paths, and no other files are there', () => {
  expect(files.sort()).toEqual(models.map(({ name }) => goldenFileOf(name)).sort());
  expect(files.every((file) => existsSync(file))).toBe(true);
});

test('all files together have at most 1.5 MB', () => {
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(1_500_000);
});

test.each(['orders', 'upload'])('the file of %s is read as it was written', (name) => {
  const text = readFileSync(goldenFileOf(name), 'utf8');
  expect(goldenText(name, readGolden(text))).toBe(text);
});

test('cancel at status 5 is said: it is now possible', async () => {
  const said = await saidOf('orders', (copy) =>
    Object.assign(transitionOf(copy, 'orders.cancel.idle|cancel.requested|0'), {
      guard: ({ context, event }: { context: { list: OrderItem[] }; event: { orderNum: string } }) =>
        context.list.some(({ orderNum, status }) => orderNum === event.orderNum && Number(status) <= 5),
    }),
  );
  expect(said.join('\n')).toMatch(
    /^orders: “cancel requested” \(orderNum "GT-7"\) is now possible in list › .* \(archive orders → /m,
  );
});

test('a changed target, a lost call and a lost fact are said', async () => {
  const moved = await saidOf('saveAoi', (copy) =>
    Object.assign(transitionOf(copy, 'saveAoi.editing|saving.closed|0'), { target: undefined }),
  );
  expect(moved.join('\n')).toContain('saveAoi: it is in editing instead of closed');
  const quiet = await saidOf('saveAoi', (copy) =>
    Object.assign(transitionOf(copy, 'saveAoi.submitting|xstate.done.actor.saveAoi|0'), { actions: [] }),
  );
  expect(quiet.join('\n')).toContain('saveAoi: it does no longer tell its parent “aoi.saved”');
  const idle = await saidOf('orders', (copy) => {
    const declined = transitionOf(copy, 'orders.cancel.confirming|cancel.declined|0');
    Object.assign(transitionOf(copy, 'orders.cancel.confirming|cancel.confirmed|0'), {
      target: declined.target,
    });
  });
  expect(idle.join('\n')).toContain('orders: it does no longer call cancelOrder');
});

test('an event that the model lacks, has otherwise or has besides is said', async () => {
  const saveAoi = models.find(({ name }) => name === 'saveAoi')!;
  const golden = acceptedOf('saveAoi')!;
  golden.events.set('aoi.lost', {});
  golden.events.set('saving.opened', { of: 1 });
  golden.events.delete('saving.closed');
  expect(changesInWords('saveAoi', await differences(saveAoi, golden)).slice(0, 3)).toEqual([
    'saveAoi: its model has another saving.opened',
    'saveAoi: its model no longer has aoi.lost',
    'saveAoi: its model also has saving.closed',
  ]);
});
