import { describe, expect, test } from 'vitest';
import { fileOfMachine } from '../../../scripts/machines/machineFiles.ts';
import { purposeOf, sourceOf } from '../../../scripts/machines/machineSources.ts';
import { mermaidOf } from '../../../scripts/machines/mermaid.ts';
import { chartOf } from '../../../src/machines/inspector/chart.ts';
import { models } from '../../model/session/models.ts';

/** Words of Mermaid's own, which can't be names. */
const RESERVED = /^(?:state|note|end|fork|join|choice|direction|class|classDef|style|hide|scale|rank|as)$/i;

describe.each(models)('the page of $name', (model) => {
  const chart = chartOf(model.machine);

  test('its chart separates regions only within a state, and no name is a reserved word', () => {
    let depth = 0;
    for (const line of mermaidOf(model.name, chart).split('\n')) {
      if (line.trim() === '}') depth -= 1;
      if (line.trim() === '--') expect(depth).toBeGreaterThan(0);
      if (line.endsWith('{')) depth += 1;
      const [, name] = / as (\w+)$/.exec(line) ?? [];
      if (name !== undefined) expect(name).not.toMatch(RESERVED);
    }
    expect(depth).toBe(0);
  });

  test('it says what the machine is for', () => {
    const file = fileOfMachine(model.name);
    const sources = [file, file.replace('.machine.', '.setup.')].flatMap(sourceOf);
    expect(purposeOf(sources, model.name)).not.toBe('');
  });
});
