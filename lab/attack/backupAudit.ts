import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readManifest, TABLES, type Manifest } from '../../server/operator/backup/manifest.ts';

type Row = Record<string, unknown>;

/** The rows of a table in a backup. */
export async function rowsIn(folder: string, table: string): Promise<Row[]> {
  const text = gunzipSync(await readFile(path.join(folder, TABLES, `${table}.ndjson.gz`))).toString();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
}

/** Rows and files of a backup, whatever their order: of two backups of the same state they are equal. */
export async function contentsOf(folder: string) {
  const { tables, files, sequences, migrations, missing } = await readManifest(folder);
  const rows = await Promise.all(
    tables.map(async ({ name }) => [
      name,
      (await rowsIn(folder, name)).map((row) => JSON.stringify(row)).sort(),
    ]),
  );
  const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
  return { rows, files: files.toSorted(byPath), sequences, migrations, missing };
}

/** The files that a row names but the backup lacks, or the other way round, and orders that are of several moments. */
export async function faultsInBackup(folder: string, manifest: Manifest): Promise<string[]> {
  const [orders = [], history = [], paid = [], files = []] = await Promise.all(
    ['orders', 'order_history', 'payment_records', 'order_files'].map((name) => rowsIn(folder, name)),
  );
  const of = (rows: Row[], order: Row) => rows.filter((row) => row['order_id'] === order['id']);
  const inStore = new Map(manifest.files.map((file) => [file.path, file.sha256]));
  const wrong = orders.flatMap((order) => {
    const num = String(order['order_num']);
    const isDone = order['status'] === 7;
    const steps = of(history, order).map((row) => [Number(row['id']), row['status']] as const);
    const last = steps.sort(([a], [b]) => a - b).at(-1)?.[1];
    return [
      ...(last === order['status'] ? [] : [`${num}: status ${order['status']}, history ${last}`]),
      ...(of(paid, order).length === Number(isDone) ? [] : [`${num}: ${of(paid, order).length} payments`]),
      ...of(files, order).flatMap((file) => {
        const name = `files/deliveries/${num}/${file['file_name']}`;
        return inStore.get(name) === file['sha256'] ? [] : [`${name} is not the row's`];
      }),
    ];
  });
  const delivered = manifest.files.filter((file) => file.path.startsWith('files/deliveries/')).length;
  if (delivered !== files.length) wrong.push(`${delivered} delivered files of ${files.length} rows`);
  return [...wrong, ...manifest.missing.map((name) => `${name} is missing`)];
}
