import { readPathFile } from '../../../model/paths/pathFile.ts';
import type { SavedPath } from '../../../model/paths/replay/saved.ts';
import { savedPaths } from '../../../model/paths/replay/session.ts';
import { servedPage } from '../../../../scripts/bundle/servedPage.ts';
import { expect, test } from '../../support/test.ts';
import { play } from './play.ts';
import { SAVED, STAGED, type Staged, type StagedName } from './staged.ts';

const FILE = process.env['SESSION'];
const names = Object.keys(STAGED) as StagedName[];

/** The stage of an actor: by its own id, or else of its machine. */
const stageOf = (machine: string, id: string) =>
  names.find((name) => name === id) ??
  names.find((name) => ((STAGED[name] as Staged).model ?? name) === machine);

test.describe('a saved session on the real views', () => {
  test.skip(FILE === undefined, '`npm run paths -- --replay FILE --in-page` plays a file');

  let stage: Awaited<ReturnType<typeof servedPage>>;
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    stage = await servedPage('tests/e2e/paths/stage/stage.html', { minify: false });
  });
  test.afterAll(() => stage.close());

  for (const path of FILE === undefined ? [] : savedPaths(readPathFile(FILE))) {
    const place = path.title.replace(/,.*$/s, '');
    const name = stageOf(path.machine, place.split('/').at(-1)!);
    if (name === undefined) continue;
    test(`${path.id}: its view shows what was seen, and what was pressed can be pressed`, async ({
      page,
    }) => {
      await page.goto(stage.url);
      await page.waitForFunction(() => 'stage' in window);
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      const labels = await page.evaluate(
        (given) => window.stage.take(JSON.parse(given) as SavedPath),
        JSON.stringify(path),
      );
      const steps = labels.map((label, at) => ({ label, expected: path.steps[at]!.expect }));
      const { wrong } = await play(page, name, { variant: SAVED, start: path.start, steps }, 'en');
      expect([...new Set(wrong)]).toEqual([]);
      expect(errors).toEqual([]);
    });
  }
});
