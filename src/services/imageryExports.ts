import { CallError } from '../../contract/calls/callError.ts';
import { endpoints } from '../../contract/calls/endpoints.ts';
import {
  type ImageryExportEstimate,
  type ImageryExportForm,
  type ImageryExportPriceForm,
  imageryExportTask,
  type ImageryExportTask,
} from '../../contract/imagery.ts';
import type { Listed } from '../../contract/calls/envelope.ts';
import { fetchCredits } from './accounts.ts';
import { leftOutOf, type Call } from './call/call.ts';
import {
  instantOf,
  linksOf,
  nameOf,
  numberOf,
  type Raw,
  readBarePage,
  readValue,
  textOf,
} from './call/reading.ts';
import { fileAddress } from './saved.ts';

/** §3 Imagery export task. */
const readTask = (row: Raw) => ({
  ...row,
  taskNum: textOf(row['taskNum']),
  taskName: nameOf(row['taskName']),
  status: numberOf(row['status']),
  ctime: instantOf(row['ctime']) ?? '',
  expiredTime: instantOf(row['expiredTime']),
  downloadUrl: linksOf(row['downloadUrl']),
});

/**
 * POST /api/imagery/v1/export/getPrice and GET /web/credits: the cost and the balance in integer credits.
 * @throws CallError if either call fails, since the price is compared with the balance
 */
export async function quoteExport(
  call: Call,
  body: ImageryExportPriceForm,
  signal: AbortSignal,
): Promise<{ cost: number; balance: number; estimate: ImageryExportEstimate | null }> {
  const [price, balance] = await Promise.all([
    call(endpoints.imageryExportPrice, { body }, { signal, read: readValue(numberOf) }),
    fetchCredits(call, signal),
  ]);
  if (price.data === undefined) throw new CallError('malformed');
  return { cost: price.data, balance, estimate: price.estimate ?? null };
}

/** POST /api/imagery/v1/export/submit, with an idempotency key (decision 7). */
export async function submitExport(
  call: Call,
  { key, request: body }: { key: string; request: ImageryExportForm },
  signal: AbortSignal,
): Promise<{ orderNum: null }> {
  await call(endpoints.imageryExportSubmit, { body }, { signal, idempotencyKey: key });
  return { orderNum: null };
}

/** GET /api/imagery/v1/export/internal/list; pages from 1. File paths become URLs below the service base. */
export async function listExports(
  call: Call,
  page: number,
  signal: AbortSignal,
): Promise<Listed<ImageryExportTask> & { total: number }> {
  const read = readBarePage(page, imageryExportTask, readTask);
  const reply = await call(endpoints.imageryExports, { query: { cpage: page } }, { signal, read });
  const { list, total } = reply;
  const addressed = (link: string) => fileAddress(call.base, link);
  return {
    list: list.map((task) => ({ ...task, downloadUrl: task.downloadUrl.map(addressed) })),
    total,
    ...leftOutOf(reply),
  };
}
