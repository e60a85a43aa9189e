import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { accountAddress, accountByEmail } from '../accounts/accounts.queries.ts';
import { allLayers, deleteLayer, grantLayer, openLayer, revokeLayer } from '../imagery/imagery.queries.ts';
import { SENSOR_TYPES, type SensorType } from '../../contract/sensors.ts';
import { addLayer, IMAGERY } from '../imagery/layers/addLayer.ts';
import { ImageError } from '../imagery/layers/imageFile.ts';
import { vectorOf } from '../imagery/layers/vector.ts';
import {
  noAccount,
  OperatorError,
  table,
  textOption,
  UsageError,
  wholeNumber,
  type Command,
  type CommandContext,
} from './command.ts';

/** Maximum characters of a layer's name and description, and of a band's name. */
const NAME_MAX = 64;
const DESCRIPTION_MAX = 500;
const BAND_NAME_MAX = 32;
const EVERYONE = 'everyone';

function shortText(text: string, what: string, most: number): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > most)
    throw new UsageError(`${what} must have 1 to ${most} characters`);
  return trimmed;
}

async function vectorFile(file: string | undefined): Promise<string | null> {
  if (file === undefined) return null;
  const text = await readFile(file, 'utf8').catch(() => {
    throw new OperatorError(`cannot read the file ${file}`);
  });
  return vectorOf(text);
}

/** Splits `red,green,blue,nir`. */
function bandNames(text: string | undefined): string[] | undefined {
  return text?.split(',').map((name) => shortText(name, 'each name of --bands', BAND_NAME_MAX));
}

/** @throws UsageError for a text that is no day */
function acquiredOn(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const day = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text))
    throw new UsageError('--date must be a day as 2026-11-25');
  return day;
}

/** @throws UsageError for an unknown kind of sensor */
function sensorNamed(text: string | undefined): SensorType | null {
  const found = SENSOR_TYPES.find((one) => one === text);
  if (text !== undefined && found === undefined)
    throw new UsageError(`--sensor must be one of ${SENSOR_TYPES.join(', ')}`);
  return found ?? null;
}

/** @throws UsageError for anything but two values, the first the smaller one */
function rangeOf(text: string | undefined): readonly [number, number] | undefined {
  if (text === undefined) return undefined;
  const [low, high, ...rest] = text
    .split(',')
    .map((value) => (value.trim() === '' ? Number.NaN : Number(value)));
  if (
    low === undefined ||
    high === undefined ||
    rest.length > 0 ||
    !(low < high) ||
    !Number.isFinite(high - low)
  )
    throw new UsageError('--range must be two values as 0,3000');
  return [low, high];
}

/** Decision 28: adds an operator's GeoTIFF or COG. */
async function add(context: CommandContext): Promise<void> {
  const { db, files, clock } = context.deps;
  const file = path.resolve(context.words[0] ?? '');
  const name = textOption(context, 'name') ?? path.basename(file).replace(/\.tiff?$/i, '');
  const description = textOption(context, 'description') ?? '';
  const wanted = {
    file,
    name: shortText(name, '--name', NAME_MAX),
    description: description === '' ? '' : shortText(description, '--description', DESCRIPTION_MAX),
    openToAll: context.options[EVERYONE] === true,
    bandNames: bandNames(textOption(context, 'bands')),
    acquired: acquiredOn(textOption(context, 'date')),
    sensorType: sensorNamed(textOption(context, 'sensor')),
    range: rangeOf(textOption(context, 'range')),
  };
  try {
    const vector = await vectorFile(textOption(context, 'vector'));
    const id = await addLayer({ pool: db.pool, files, now: clock.now() }, { ...wanted, vector });
    context.print(`Layer ${id}: ${wanted.name}`);
    if (!wanted.openToAll)
      context.print(`No account can see it yet; see: operator imagery grant EMAIL ${id}`);
  } catch (error) {
    if (error instanceof ImageError) throw new OperatorError(`${context.words[0]}: ${error.message}`);
    throw error;
  }
}

async function list(context: CommandContext): Promise<void> {
  const layers = await allLayers(context.deps.db.pool);
  const rows = layers.map(({ id, name, facts, bytes, vector, openToAll, granted }) => [
    id,
    name,
    `EPSG:${facts.epsg}`,
    `${facts.width} × ${facts.height}`,
    `${facts.bands} × ${facts.kind}`,
    `${Math.ceil(bytes / 1024 / 1024)} MB`,
    vector === null ? 'no' : 'yes',
    openToAll ? EVERYONE : String(granted),
  ]);
  const headings = ['ID', 'NAME', 'GRID', 'PIXELS', 'BANDS', 'SIZE', 'VECTOR', 'SEEN BY'];
  for (const line of table(headings, rows)) context.print(line);
}

function layerId(context: CommandContext, at: number): number {
  return wholeNumber(context.words[at] ?? '', 'LAYER', 1, Number.MAX_SAFE_INTEGER);
}

/** Grants or revokes the right of one account, or of everyone. */
function right(given: boolean) {
  return async (context: CommandContext): Promise<void> => {
    const { pool } = context.deps.db;
    const who = context.words[0] ?? '';
    const id = layerId(context, 1);
    const no = new OperatorError(
      given ? `no layer ${id}; see: operator imagery list` : `${who} has no access to layer ${id}`,
    );
    if (who === EVERYONE) {
      if (!(await openLayer(pool, id, given))) throw no;
    } else {
      const account = await accountByEmail(pool, await accountAddress(pool, who));
      if (!account) throw noAccount(who);
      const change = given ? grantLayer : revokeLayer;
      if (!(await change(pool, account.id, id))) throw no;
    }
    context.print(`${who} ${given ? 'can see' : 'can no longer see'} layer ${id}`);
  };
}

async function remove(context: CommandContext): Promise<void> {
  const { db, files } = context.deps;
  const id = layerId(context, 0);
  const folder = await deleteLayer(db.pool, id);
  if (folder === null) throw new OperatorError(`no layer ${id}; see: operator imagery list`);
  await files.remove(IMAGERY, folder);
  context.print(`Layer ${id} deleted.`);
}

export const imageryCommands: readonly Command[] = [
  {
    name: 'imagery add',
    usage: 'FILE.tif',
    meaning: 'Imports a GeoTIFF or COG as a layer (EPSG:4326, 3857 or UTM on WGS 84)',
    options: {
      name: { type: 'string', meaning: "name that users see; the file's when not given" },
      description: { type: 'string', meaning: 'what it shows' },
      bands: {
        type: 'string',
        meaning: 'names of its bands, e.g. blue,green,red,nir; else those in the file',
      },
      date: { type: 'string', meaning: 'day on which it was taken, UTC, e.g. 2026-11-25' },
      sensor: { type: 'string', meaning: SENSOR_TYPES.join(', ') },
      range: {
        type: 'string',
        meaning: 'values shown as black and white, e.g. 0,3000; else the 2nd and 98th percentile of its own',
      },
      vector: { type: 'string', meaning: 'GeoJSON file of areas that go with it' },
      everyone: { type: 'boolean', meaning: 'every user can see it' },
    },
    run: add,
  },
  { name: 'imagery list', meaning: 'Lists every layer', run: list },
  {
    name: 'imagery grant',
    usage: 'EMAIL|everyone LAYER',
    meaning: 'Grants an account, or everyone, access to a layer',
    run: right(true),
  },
  {
    name: 'imagery revoke',
    usage: 'EMAIL|everyone LAYER',
    meaning: 'Revokes access to a layer',
    run: right(false),
  },
  {
    name: 'imagery remove',
    usage: 'LAYER',
    meaning: 'Deletes a layer and its files',
    run: remove,
  },
];
