import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** What the portal loads together, in the order in which it needs them: modules, with what they import statically. */
const STAGES = [
  // the log-in page
  { stage: 'start', from: ['src/main.tsx'] },
  // the portal behind it
  { stage: 'workspace', from: ['src/wiring/workspace.ts', 'src/ui/session/Workspace.tsx'] },
] as const;

/** The whole of a package whose components have paths of their own: one such import brings calendars of all the world along. */
const WHOLE = /\/node_modules\/react-(?:aria-components|aria|stately)\/dist\/exports\/index\.mjs$/;

const fileName = (stage: string, pages: readonly string[]): string => [stage, ...pages].join('-');

/** A chunk's own name; one that a bundler names for any of its modules has that of the package from which most are. */
function chunkName({ name, isDynamicEntry, moduleIds }: Rolldown.PreRenderedChunk): string {
  const counts = new Map<string, number>();
  for (const id of moduleIds) {
    const [, found = name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
    counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  const [[most = name] = []] = [...counts].toSorted(([, a], [, b]) => b - a);
  const isNamed = isDynamicEntry || STAGES.some(({ stage }) => name.startsWith(stage));
  return `assets/${(isNamed ? name : most).replace('@', '').replace('/', '-')}-[hash].js`;
}

/** All subsets, each before its own subsets. */
const subsets = ([first, ...rest]: readonly string[]): string[][] => {
  if (first === undefined) return [[]];
  const without = subsets(rest);
  return [...without.map((one) => [first, ...one]), ...without];
};

/**
 * Gives each stage of the portal one file, and one more for each part of it that other pages load too. Left to itself, a
 * bundler cuts what several pages and views share into a hundred files, most of a few hundred bytes, and a browser takes
 * longer to ask for them than to run them.
 * @param pages the other pages, by name
 */
export function stages(pages: Readonly<Record<string, string>>): {
  plugin: Plugin;
  output: Rolldown.OutputOptions;
} {
  const fileOf = new Map<string, string>();
  return {
    plugin: {
      name: 'stages',
      apply: 'build',
      buildEnd() {
        for (const id of this.getModuleIds())
          if (WHOLE.test(id))
            this.error(
              `${this.getModuleInfo(id)?.importers.join(', ')}: import the component by its own path`,
            );
        /** Modules, with what they import: also later, if said. */
        const found = (from: readonly string[], isLater = false): Set<string> => {
          const ids = new Set(from.map((one) => path.resolve(one)));
          for (const id of ids) {
            const info = this.getModuleInfo(id);
            if (info === null) return this.error(`${id} is no module of the build`);
            const { importedIds, dynamicallyImportedIds } = info;
            for (const one of [...importedIds, ...(isLater ? dynamicallyImportedIds : [])]) ids.add(one);
          }
          return ids;
        };
        const others = Object.entries(pages).map(([page, file]) => ({ page, ids: found([file], true) }));
        for (const { stage, from } of STAGES)
          for (const id of found(from))
            if (!fileOf.has(id))
              fileOf.set(
                id,
                fileName(
                  stage,
                  others.flatMap(({ page, ids }) => (ids.has(id) ? [page] : [])),
                ),
              );
      },
    },
    output: {
      chunkFileNames: chunkName,
      codeSplitting: {
        groups: [
          { name: 'maplibre-gl', test: /node_modules[\\/]maplibre-gl[\\/]/ },
          // a group takes what its modules import along, unless an earlier one has it
          ...STAGES.flatMap(({ stage }) => subsets(Object.keys(pages)).map((of) => fileName(stage, of))).map(
            (name) => ({ name, test: (id: string) => fileOf.get(id) === name }),
          ),
        ],
      },
    },
  };
}
