import { SENSOR_TYPES, type SensorType } from '../../contract/sensors.ts';
import {
  refusalsOf,
  addSource,
  changeCollection,
  collectionsOf,
  listSources,
  removeSource,
  sourceNamed,
  type Source,
} from '../sources/sources.queries.ts';
import {
  counted,
  OperatorError,
  table,
  textOption,
  UsageError,
  type Command,
  type CommandContext,
} from './command.ts';
import { fetchDocument } from '../sources/fetchDocument.ts';
import { harvest } from '../sources/harvest.ts';

const REFUSALS_SHOWN = 20;
const NAME_MAX = 64;

async function namedSource({ deps, words }: CommandContext): Promise<Source> {
  const name = words[0] ?? '';
  const source = await sourceNamed(deps.db.pool, name);
  if (source === null) throw new OperatorError(`no source ${name}; see: operator sources list`);
  return source;
}

/** Reads the first document of a source, to say at once that the address is wrong. @returns its title */
async function titleAt(context: CommandContext, url: string): Promise<string> {
  const document = { request: { url }, role: 'catalogue' as const, etag: null, modified: null };
  const isPrivateAllowed = context.deps.config.sourcesPrivate;
  const found = await fetchDocument(document, { isPrivateAllowed }).catch((error: unknown) => {
    const isPrivate = error instanceof Error && error.message === 'private';
    throw new OperatorError(
      isPrivate
        ? `${url} is on a private address; SOURCES_PRIVATE=on allows that`
        : `${url} can't be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  const { type, title, id } = (found?.value ?? {}) as Record<string, unknown>;
  if (type !== 'Catalog' && type !== 'Collection')
    throw new OperatorError(`${url} is neither the landing page of a STAC API nor a STAC catalogue`);
  const named = [title, id].find((one): one is string => typeof one === 'string' && one.trim() !== '');
  return (named ?? new URL(url).hostname).slice(0, NAME_MAX);
}

async function add(context: CommandContext): Promise<void> {
  const url = context.words[0] ?? '';
  const title = await titleAt(context, url);
  const name = (textOption(context, 'name') ?? title).trim();
  if (name === '' || name.length > NAME_MAX)
    throw new UsageError(`--name must have 1 to ${NAME_MAX} characters`);
  const { db, clock } = context.deps;
  if ((await addSource(db.pool, { name, url, now: clock.now() })) === null)
    throw new OperatorError(`there is a source with this name or address; see: operator sources list`);
  context.print(`${name} is a source. The server harvests it in the background; at once: sources harvest`);
}

/** What happens to a source, in a few words. */
function stateOf(source: Source): string {
  const { isPassing, problem, endedAt, dueAt, unread } = source;
  if (problem !== null) return `${problem}, again at ${dueAt.toISOString().slice(0, 19)}Z`;
  if (isPassing) return 'being harvested';
  if (endedAt === null) return 'not harvested yet';
  const gaps = unread === 0 ? '' : `, ${counted(unread, 'document')} unread`;
  return `harvested ${endedAt.toISOString().slice(0, 19)}Z${gaps}`;
}

async function list(context: CommandContext): Promise<void> {
  const { pool } = context.deps.db;
  const sources = await listSources(pool);
  if (sources.length === 0) return context.print('No sources. Add one: operator sources add URL');
  const { rows } = await pool.query<{ source: string; count: number }>(
    'select source, count(*) as count from scenes where source is not null group by source',
  );
  const scenes = new Map(rows.map(({ source, count }) => [source, Number(count)]));
  const lines = table(
    ['Name', 'Scenes', 'New', 'Changed', 'Unchanged', 'Refused', 'State', 'Address'],
    sources.map((source) => [
      source.name,
      scenes.get(source.name) ?? 0,
      source.inserted,
      source.updated,
      source.unchanged,
      source.refused,
      stateOf(source),
      source.url,
    ]),
  );
  for (const line of lines) context.print(line);
}

/** The table by which the Items of a source become scenes, and what was refused last. */
async function show(context: CommandContext): Promise<void> {
  const source = await namedSource(context);
  const { pool } = context.deps.db;
  const collections = await collectionsOf(pool, source.id);
  const asItSays = 'as the Item says';
  const lines = table(
    ['Collection', 'Title', 'Harvested', 'Satellite', 'Sensor', 'Supplier'],
    collections.map((one) => [
      one.id,
      one.title ?? '',
      one.isWanted ? 'yes' : 'no',
      one.satellite ?? asItSays,
      one.sensorType ?? asItSays,
      one.supplier ?? asItSays,
    ]),
  );
  for (const line of [`${source.name}: ${stateOf(source)}`, ...lines]) context.print(line);
  const refusals = await refusalsOf(pool, source.id, REFUSALS_SHOWN);
  if (refusals.length > 0) context.print(`Refused last, of ${source.refused} in the pass:`);
  for (const { itemId, url, reason } of refusals) context.print(`  ${itemId ?? url}: ${reason}`);
}

async function map(context: CommandContext): Promise<void> {
  const source = await namedSource(context);
  const id = context.words[1] ?? '';
  const { db, clock } = context.deps;
  const sensor = textOption(context, 'sensor');
  if (sensor !== undefined && sensor !== '' && !SENSOR_TYPES.includes(sensor as SensorType))
    throw new UsageError(`--sensor must be one of ${SENSOR_TYPES.join(', ')}, or empty`);
  const nullable = (text: string | undefined) => (text === '' ? null : text);
  const { skip, take } = context.options;
  const given = {
    satellite: nullable(textOption(context, 'satellite')),
    sensorType: nullable(sensor) as SensorType | null | undefined,
    supplier: nullable(textOption(context, 'supplier')),
    isWanted: skip === true ? false : take === true ? true : undefined,
  };
  const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (Object.keys(change).length === 0)
    throw new UsageError('sources map needs --satellite, --sensor, --supplier, --skip or --take');
  const isChanged = await db.transaction((client) =>
    changeCollection(client, source.id, id, change, clock.now()),
  );
  if (!isChanged)
    throw new OperatorError(`${source.name} has no collection ${id}; see: operator sources show`);
  context.print(`${id}: changed. Its Items are read again in the next pass.`);
}

async function harvestNow(context: CommandContext): Promise<void> {
  const { id } = await namedSource(context);
  const { signal } = new AbortController();
  for (;;) {
    const visit = await harvest(context.deps, { signal, sliceMs: 5_000, only: id });
    const source = await namedSource(context);
    const { inserted, updated, unchanged, refused } = source;
    context.print(
      `${counted(inserted, 'new scene')}, ${updated} changed, ${unchanged} unchanged, ${refused} refused`,
    );
    if (visit === 'ended') return;
    if (visit !== 'under way')
      throw new OperatorError(
        visit === 'postponed' ? `postponed: ${stateOf(source)}` : 'another process is harvesting it',
      );
  }
}

async function remove(context: CommandContext): Promise<void> {
  const source = await namedSource(context);
  const isWhole = context.options['with-scenes'] === true;
  const gone = await context.deps.db.transaction((client) => removeSource(client, source, isWhole));
  context.print(`${source.name} is no longer a source; ${counted(gone, 'scene')} removed.`);
}

export const sourceCommands: readonly Command[] = [
  {
    name: 'sources add',
    usage: 'URL',
    meaning: 'Adds a STAC API or static catalogue, whose Items flow in by themselves from then on',
    options: { name: { type: 'string', meaning: 'its name in the portal; its title when not given' } },
    run: add,
  },
  { name: 'sources list', meaning: 'Lists the sources with their counts and state', run: list },
  {
    name: 'sources show',
    usage: 'NAME',
    meaning: 'Shows how the collections of a source become scenes, and what was refused last',
    run: show,
  },
  {
    name: 'sources map',
    usage: 'NAME COLLECTION',
    meaning: 'Says what the Items of a collection are, where they don’t; an empty value takes it back',
    options: {
      satellite: { type: 'string', meaning: 'name of the satellite' },
      sensor: { type: 'string', meaning: SENSOR_TYPES.join(', ') },
      supplier: { type: 'string', meaning: 'name of the supplier' },
      skip: { type: 'boolean', meaning: 'does not harvest the collection' },
      take: { type: 'boolean', meaning: 'harvests it again' },
    },
    run: map,
  },
  {
    name: 'sources harvest',
    usage: 'NAME',
    meaning: 'Harvests a source now, to the end of the pass',
    run: harvestNow,
  },
  {
    name: 'sources remove',
    usage: 'NAME',
    meaning: 'Harvests a source no longer; its scenes stay',
    options: { 'with-scenes': { type: 'boolean', meaning: 'removes its scenes too' } },
    run: remove,
  },
];
