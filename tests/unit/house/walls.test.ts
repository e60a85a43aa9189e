import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Each import boundary, with a file that violates it and one that is allowed. */
const BROKEN: readonly [wall: string, file: string, text: string][] = [
  [
    'contract imports zod alone',
    'contract/bad.ts',
    "import { createActor } from 'xstate';\nexport const a = createActor;\n",
  ],
  [
    'contract knows no source',
    'contract/bad.ts',
    "import { a } from '../src/geo/area/area.ts';\nexport const b = a;\n",
  ],
  [
    'geometry knows no React',
    'src/geo/bad.ts',
    "import { useState } from 'react';\nexport const a = useState;\n",
  ],
  [
    'geometry knows no Node',
    'src/geo/bad.ts',
    "import { readFileSync } from 'node:fs';\nexport const a = readFileSync;\n",
  ],
  ['geometry knows no network', 'src/geo/bad.ts', "export const a = () => fetch('/x');\n"],
  [
    'raster maths knows no machines',
    'src/raster/bad.ts',
    "import { a } from '../machines/analytics.rules.ts';\nexport const b = a;\n",
  ],
  ['raster maths knows no network', 'src/raster/bad.ts', "export const a = () => fetch('/x');\n"],
  [
    'geometry knows no rasters',
    'src/geo/bad.ts',
    "import { a } from '../raster/grid.ts';\nexport const b = a;\n",
  ],
  [
    'workers know no machines',
    'src/workers/bad.ts',
    "import { a } from '../machines/aoi/aoi.rules.ts';\nexport const b = a;\n",
  ],
  [
    'services know no machines',
    'src/services/bad.ts',
    "import { a } from '../machines/aoi.machine.ts';\nexport const b = a;\n",
  ],
  [
    'machines know no React',
    'src/machines/bad.ts',
    "import { useState } from 'react';\nexport const a = useState;\n",
  ],
  ['machines know no ky', 'src/machines/bad.ts', "import ky from 'ky';\nexport const a = ky;\n"],
  [
    'machines know no services',
    'src/machines/bad.ts',
    "import { a } from '../services/call.ts';\nexport const b = a;\n",
  ],
  ['machines know no window', 'src/machines/bad.ts', 'export const a = () => window.innerWidth;\n'],
  [
    'views know no services',
    'src/ui/bad.ts',
    "import { a } from '../services/call.ts';\nexport const b = a;\n",
  ],
  ['views make no calls', 'src/ui/bad.ts', "export const a = () => fetch('/x');\n"],
  [
    'MapLibre lives in src/ui/map',
    'src/ui/search/bad.ts',
    "import { Map } from 'maplibre-gl';\nexport const a = Map;\n",
  ],
  [
    'deck.gl lives in src/ui/map',
    'src/ui/bad.ts',
    "import { Deck } from '@deck.gl/core';\nexport const a = Deck;\n",
  ],
  [
    'the map knows no services',
    'src/ui/map/bad.ts',
    "import { a } from '../../../services/call.ts';\nexport const b = a;\n",
  ],
  [
    'the map’s kernel knows no layer',
    'src/ui/map/kernel/bad.ts',
    "import { a } from '../layers/aoi.ts';\nexport const b = a;\n",
  ],
  [
    'the map’s kernel knows no tool',
    'src/ui/map/kernel/bad.ts',
    "import { a } from '../tools/draw/session.ts';\nexport const b = a;\n",
  ],
  [
    'the map’s kernel knows no list of layers',
    'src/ui/map/kernel/bad.ts',
    "import { a } from '../layers.ts';\nexport const b = a;\n",
  ],
  [
    'a layer of the map knows no tool',
    'src/ui/map/layers/bad/bad.ts',
    "import { a } from '../../tools/draw/session.ts';\nexport const b = a;\n",
  ],
  [
    'a layer of the map knows no list of layers',
    'src/ui/map/layers/bad.ts',
    "import { a } from '../layers.ts';\nexport const b = a;\n",
  ],
  [
    'a tool of the map knows no other tool',
    'src/ui/map/tools/bad/bad.ts',
    "import { a } from '../draw/session.ts';\nexport const b = a;\n",
  ],
  [
    'a tool of the map knows no list of tools',
    'src/ui/map/tools/bad/bad.ts',
    "import { a } from '../../tools.ts';\nexport const b = a;\n",
  ],
  [
    'a tool of the map knows no control',
    'src/ui/map/tools/bad/bad.ts',
    "import { a } from '../../controls/ReadOut.tsx';\nexport const b = a;\n",
  ],
  [
    'a layer of the map knows nothing of search',
    'src/ui/map/layers/bad/bad.ts',
    "import { a } from '../../../search/bad.ts';\nexport const b = a;\n",
  ],
  [
    'the server knows no machines',
    'server/bad.ts',
    "import { a } from '../src/machines/aoi/aoi.machine.ts';\nexport const b = a;\n",
  ],
  [
    'the simulator is named where the server is put together',
    'server/bad.ts',
    "import { a } from './simulator/bad.ts';\nexport const b = a;\n",
  ],
];

/** Every room of the product: none imports `lab`, which measures it. */
const ROOMS = [
  'contract',
  'server',
  'src',
  ...['geo', 'raster', 'workers', 'services', 'machines', 'ui', 'ui/map', 'ui/shared', 'wiring'].map(
    (room) => `src/${room}`,
  ),
];
const TO_LAB = ROOMS.map((room): [wall: string, file: string, text: string] => [
  `${room} knows nothing of lab`,
  `${room}/bad.ts`,
  `import { a } from '${'../'.repeat(room.split('/').length)}lab/bench/run.ts';\nexport const b = a;\n`,
]);

/** The subjects of src/machines and src/ui, lowest first: each may import only the ones before it. */
const SUBJECTS = [
  'shared',
  'aoi',
  'map',
  'search',
  'orders',
  'imagery',
  'exports',
  'saved',
  'account',
  'auth',
  'analytics',
  'inspector',
  'session',
];
const UPWARDS = ['machines', 'ui'].flatMap((room) =>
  SUBJECTS.slice(1).map((above, i): [wall: string, file: string, text: string] => [
    `src/${room}/${SUBJECTS[i]} knows nothing of ${above}`,
    `src/${room}/${SUBJECTS[i]}/bad/bad.ts`,
    `import { a } from '../../${above}/bad.ts';\nexport const b = a;\n`,
  ]),
);

/** The rooms of the server, lowest first: each may import only the ones before it, and http and operator know nothing of each other. */
const SERVER_ROOMS = [
  'base',
  'database',
  'mail',
  'accounts',
  'places',
  'search',
  'saved',
  'watches',
  'orders',
  'imagery',
  'exports',
  'stac',
  'sources',
  'simulator',
  'http',
] as const;
const onServer = (room: string, named: string): [wall: string, file: string, text: string] => [
  `server/${room} knows nothing of ${named}`,
  `server/${room}/bad/bad.ts`,
  `import { a } from '../../${named}';\nexport const b = a;\n`,
];
const SERVER_UPWARDS = [
  ...SERVER_ROOMS.slice(1).map((above, i) => onServer(SERVER_ROOMS[i] ?? '', `${above}/bad.ts`)),
  ...SERVER_ROOMS.slice(0, -2).map((room) => onServer(room, 'simulator/bad.ts')),
  ...SERVER_ROOMS.map((room) => onServer(room, 'service.ts')),
  onServer('http', 'simulator/bad.ts'),
  onServer('http', 'operator/bad.ts'),
  onServer('operator', 'http/bad.ts'),
  onServer('operator', 'main.ts'),
];
const KEPT: readonly [wall: string, file: string, text: string][] = [
  [
    'contract may import zod',
    'contract/good.ts',
    "import * as z from 'zod/mini';\nexport const a = z.string();\n",
  ],
  [
    'machines may import geometry',
    'src/machines/good.ts',
    "import { a } from '../geo/area.ts';\nexport const b = a;\n",
  ],
  ...['machines', 'ui'].flatMap((room) =>
    SUBJECTS.slice(1).map((subject, i): [wall: string, file: string, text: string] => [
      `src/${room}/${subject} may import ${SUBJECTS[i]}`,
      `src/${room}/${subject}/good/good.ts`,
      `import { a } from '../../${SUBJECTS[i]}/good.ts';\nexport const b = a;\n`,
    ]),
  ),
  [
    'raster maths may import geometry',
    'src/raster/good.ts',
    "import { a } from '../geo/area.ts';\nexport const b = a;\n",
  ],
  [
    'the map may import deck.gl',
    'src/ui/map/good.ts',
    "import { Deck } from '@deck.gl/core';\nexport const a = Deck;\n",
  ],
  [
    'a layer of the map may import the kernel, other layers and machines',
    'src/ui/map/layers/good/good.ts',
    "import { a } from '../../kernel/a.ts';\nimport { b } from '../sketch.ts';\nimport { c } from '../../../../machines/search/c.ts';\nexport const d = [a, b, c];\n",
  ],
  [
    'a tool of the map may import the kernel, layers and its own folder',
    'src/ui/map/tools/good/good.ts',
    "import { a } from '../../kernel/a.ts';\nimport { b } from '../../layers/sketch.ts';\nimport { c } from './session.ts';\nexport const d = [a, b, c];\n",
  ],
  ...SERVER_ROOMS.slice(1)
    .filter((room) => room !== 'http')
    .map((room, i): [wall: string, file: string, text: string] => [
      `server/${room} may import ${SERVER_ROOMS[i]}`,
      `server/${room}/good/good.ts`,
      `import { a } from '../../${SERVER_ROOMS[i]}/good.ts';\nexport const b = a;\n`,
    ]),
  [
    'server/http may import the subjects',
    'server/http/good.ts',
    "import { a } from '../sources/good.ts';\nexport const b = a;\n",
  ],
  [
    'server/operator may import the simulator and open the service',
    'server/operator/good.ts',
    "import { a } from '../simulator/good.ts';\nimport { b } from '../service.ts';\nexport const c = [a, b];\n",
  ],
  [
    'the server may import geometry',
    'server/good.ts',
    "import { a } from '../src/geo/area/area.ts';\nexport const b = a;\n",
  ],
];

const root = resolve(import.meta.dirname, '../../..');

/** What the linter says of a file that the project's rules refuse. */
interface Diagnostic {
  filename: string;
  code: string;
  severity: string;
}

/** Each case as a separate file of one tree, so that one run of the linter checks all. */
const [broken, kept] = [[...BROKEN, ...TO_LAB, ...UPWARDS, ...SERVER_UPWARDS], KEPT].map((cases) =>
  cases.map(([wall, file, text], at) => ({ wall, file: file.replace('.ts', `${at}.ts`), text })),
) as [Case[], Case[]];
interface Case {
  wall: string;
  file: string;
  text: string;
}

/** Lints files in an otherwise empty tree with the project's rules. */
function lint(files: readonly Case[]): { files: number; diagnostics: Diagnostic[] } {
  const tree = mkdtempSync(join(tmpdir(), 'groundtrack-walls-'));
  try {
    copyFileSync(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'));
    for (const { file, text } of files) {
      mkdirSync(dirname(join(tree, file)), { recursive: true });
      writeFileSync(join(tree, file), text);
    }
    const run = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format', 'json', '.'], {
      cwd: tree,
      encoding: 'utf8',
    });
    const { number_of_files, diagnostics } = JSON.parse(run.stdout) as {
      number_of_files: number;
      diagnostics: Diagnostic[];
    };
    return { files: number_of_files, diagnostics };
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

const { files, diagnostics } = lint([...broken, ...kept]);

test('every file is linted', () => {
  expect(files).toBe(broken.length + kept.length);
});

test.each(broken)('the import checker refuses a file that breaks the wall: $wall', ({ file }) => {
  const errors = diagnostics.filter((one) => one.filename === file && one.severity === 'error');
  expect(errors.map(({ code }) => code).join()).toMatch(/no-restricted-(imports|globals)/);
});

test.each(kept)('the import checker lets pass: $wall', ({ file }) => {
  expect(diagnostics.filter((one) => one.filename === file)).toEqual([]);
});
