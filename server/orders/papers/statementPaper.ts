import { dollarsOf } from '../../../contract/orders/money.ts';
import { paperText } from '../../base/messages.ts';
import { dayText, dollarText, figureText, openPaper, type Cell, type Column } from './paper.ts';
import type { StatementTask } from './papers.ts';
import { paperFacts, paperHead } from './receiptPaper.ts';

/** '+140', '−140'. */
const changeText = (amount: number): string => (amount > 0 ? '+' : '') + figureText(amount).replace('-', '−');

type Words = (name: string) => string;

/** The columns, rows and sum of a statement. */
function tableOf(task: StatementTask, words: Words, width: number) {
  const day = (at: string | Date): string => dayText(new Date(at).toISOString(), task.language);
  const end = { align: 'right' } as const;
  if (task.book === 'orders') {
    const columns: Column[] = [
      { label: words('date'), x: 0, width: 78 },
      { label: words('id'), x: 80, width: 34 },
      { label: words('order'), x: 116, width: 112 },
      { label: words('name'), x: 230, width: 110 },
      { label: words('kind'), x: 344, width: 46 },
      { label: words('lines'), x: 392, width: 36, ...end },
      { label: words('cost'), x: 430, width: width - 430, ...end },
    ];
    const rows = task.rows.map(({ at, id, orderNum, orderName, kind, lines, cost }): Cell[] => [
      { text: day(at) },
      { text: String(id), isQuiet: true },
      { text: orderNum },
      { text: orderName },
      { text: words(kind), isQuiet: true },
      { text: String(lines), isQuiet: true },
      { text: dollarText(dollarsOf(cost)), isBold: true },
    ]);
    const cents = task.rows.reduce((sum, { cost }) => sum + cost, 0);
    return { columns, rows, sum: [words('total'), dollarText(dollarsOf(cents))] as const };
  }
  const columns: Column[] = [
    { label: words('date'), x: 0, width: 90 },
    { label: words('reason'), x: 95, width: 235 },
    { label: words('change'), x: 335, width: 80, ...end },
    { label: words('balance'), x: 420, width: width - 420, ...end },
  ];
  const rows = task.rows.map(({ at, reason, subject, amount, balance }): Cell[] => [
    { text: day(at) },
    { text: words(reason), below: subject },
    { text: changeText(amount) },
    { text: figureText(balance), isBold: true },
  ]);
  const change = task.rows.reduce((sum, { amount }) => sum + amount, 0);
  return { columns, rows, sum: [words('changes'), changeText(change)] as const };
}

/** Payment records or changes of the credits balance as PDF. */
export async function statementPaper(task: StatementTask): Promise<Uint8Array> {
  const { language, seller, buyer, month, at, book } = task;
  const words: Words = (name) => paperText(`statement.${name}`, language);
  const period = month ?? words('allTime');
  const title = `${words('title')} ${period}`;
  const paper = await openPaper({ title, language, at: new Date(at), texts: JSON.stringify(task) });
  paperHead(paper, seller, words('title'), words(book));
  paperFacts(paper, words('account'), buyer, [
    [words('month'), period],
    [words('count'), String(task.rows.length)],
    [words('issued'), dayText(at, language)],
  ]);
  const { columns, rows, sum } = tableOf(task, words, paper.width);
  paper.table(columns, rows);
  paper.room(40);
  paper.y += 12;
  paper.text(sum[0], 100, 230, { size: 13.5, isBold: true, align: 'right' });
  paper.text(sum[1], 335, paper.width - 335, { size: 13.5, isBold: true, align: 'right' });
  return paper.end((page, pages) => [title, buyer.email, paperText('page', language, { page, pages })]);
}
