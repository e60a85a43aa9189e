import type { Database } from '../../server/database/open.ts';
import { untilNone } from '../attack/untilNone.ts';
import { CREDITS, type SentExport } from './buyers.ts';

export interface ExportAudit {
  acknowledged: number;
  done: number;
  /** Credits that all buyers paid. */
  credits: number;
  wrong: string[];
}

const IDLE_MS = 10 * 60_000;

const OPEN = 'select count(*)::int as open from imagery_exports where status = 1';

/** Waits until every export is made, then checks each, its file and what the accounts paid. */
export async function auditExports(
  db: Database,
  { url, sent }: { url: string; sent: readonly SentExport[] },
): Promise<ExportAudit> {
  await untilNone(db, OPEN, { mostMs: IDLE_MS, what: 'exports' });
  const { rows } = await db.pool.query<{
    name: string;
    status: number;
    cost: number;
    secret: string;
    num: string;
  }>(`select form->>'taskName' as name, status, cost::int, secret, task_num as num from imagery_exports`);
  const wrong: string[] = [];
  for (const { name, isAcknowledged } of sent) {
    const made = rows.filter((row) => row.name === name);
    if (made.length > 1 || (isAcknowledged && made.length !== 1)) wrong.push(`${name}: ${made.length} tasks`);
  }
  for (const { name, status, secret, num } of rows) {
    if (status !== 2) wrong.push(`${name}: status ${status}`);
    const answer = await fetch(`${url}/web/imageryexport/${secret}/${num}.tif`);
    const bytes = (await answer.arrayBuffer()).byteLength;
    if (!answer.ok || bytes < 100)
      wrong.push(`${name}: its file answers ${answer.status} with ${bytes} bytes`);
  }
  const accounts = await db.pool.query<{ email: string; credits: number; entries: number; costs: number }>(
    `select a.email, a.credits::int, (select coalesce(sum(amount), 0)::int from credit_entries e where e.account_id = a.id) as entries,
       (select coalesce(sum(cost), 0)::int from imagery_exports x where x.account_id = a.id and x.status <> 3) as costs
     from accounts a where a.email like 'buyer%'`,
  );
  for (const { email, credits, entries, costs } of accounts.rows)
    if (credits !== CREDITS - costs || entries !== credits)
      wrong.push(
        `${email}: ${credits} credits, ${entries} by the entries, ${CREDITS} less ${costs} expected`,
      );
  return {
    acknowledged: sent.filter(({ isAcknowledged }) => isAcknowledged).length,
    done: rows.filter(({ status }) => status === 2).length,
    credits: rows.reduce((sum, { cost, status }) => sum + (status === 3 ? 0 : cost), 0),
    wrong,
  };
}
