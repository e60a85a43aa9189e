import { describe, expect, test } from 'vitest';
import { mutated, type Operator } from './sourceMutants.ts';
import { conditionsOf, SQL } from './sqlMutants.ts';
import { VIEWS } from './viewMutants.ts';

const replaced = (operator: Operator, file: string, source: string) =>
  mutated(file, source, 0, undefined, operator).mutants.map(({ was, is }) => `${was} → ${is}`);
const conditions = (sql: string) => conditionsOf(sql).map(({ start, end }) => sql.slice(start, end));

describe('conditions of a statement', () => {
  test.each([
    ['select id from a where x = $1 and y is null order by id limit 5', ['x = $1', 'y is null']],
    ["update a set x = 1 where s = 'this and that' returning id", ["s = 'this and that'"]],
    [
      'select from a join b on b.id = a.id and b.on_sale left join c on true where a.at between $1 and $2 and not c.gone',
      ['b.id = a.id', 'b.on_sale', 'a.at between $1 and $2', 'not c.gone'],
    ],
    // an alternative is one condition, and what is in parentheses belongs to it
    ['delete from a where x = 1 or y = 2 and z', ['x = 1 or y = 2 and z']],
    [
      'select from a where (x = 1 or y = 2) and exists (select from b where b.id = a.id and b.z)',
      ['(x = 1 or y = 2)', 'exists (select from b where b.id = a.id and b.z)', 'b.id = a.id', 'b.z'],
    ],
    [
      'select count(*) filter (where x > 0), case when p and q then 1 end from a where z <> 2',
      ['x > 0', 'z <> 2'],
    ],
    // inserted code that follows a condition is none of it
    ['select from a where id = $1 ${LIMIT} and x = ${bind({ a: 1 })}', ['id = $1', 'x = ${bind({ a: 1 })}']],
    [
      'insert into a select 1 where $1 > 2 on conflict (x) do update set x = 2 where a.x <> 2',
      ['$1 > 2', 'a.x <> 2'],
    ],
    ['next_step_at <= $1 and status <> 4', ['next_step_at <= $1', 'status <> 4']],
    ['left join m on m.id = scenes.id and m.maker = 3', ['m.id = scenes.id', 'm.maker = 3']],
    ['there is none on this machine, and nowhere else', []],
    ['and what is left', []],
  ])('%s', (sql, expected) => expect(conditions(sql)).toEqual(expected));
});

test('of a statement, one condition at a time is left out, and its parameters stay', () => {
  const source = "const LIVE = `ended is null and n > ${LEAST}`;\nquery('delete from a where id = $1');\n";
  expect(replaced(SQL, 'a.queries.ts', source)).toEqual([
    '`ended is null and n > ${LEAST}` → `((ended is null) or true) and n > ${LEAST}`',
    '`ended is null and n > ${LEAST}` → `ended is null and ((n > ${LEAST}) or true)`',
    "'delete from a where id = $1' → 'delete from a where ((id = $1) or true)'",
  ]);
});

test('the parameters of a sentence change places, and a printed field gives way to its like', () => {
  const source = `function Row({ item, total }: Props) {
  const { from, to, icon } = item;
  use([item.id, total]);
  return (
    <li title={item.name} key={item.id}>
      {icon}
      {item.email}
      {formatDate(from)} – {formatDate(to)}
      {t('common.range', { count, total: formatNumber(total) })}
    </li>
  );
}
`;
  expect(replaced(VIEWS, 'Row.tsx', source)).toEqual([
    'item.name → item.email',
    'item.email → item.name',
    'from → to',
    'to → from',
    '{ count, total: formatNumber(total) } → { count: formatNumber(total), total: count }',
  ]);
});

test('a view with mutants is still a view', () => {
  const source = 'const Row = ({ a, b }: Props) => <p title={a}>{b}{t("x", { a, b: 1 })}</p>;\n';
  const { code } = mutated('Row.tsx', source, 7, undefined, VIEWS);
  expect(code).toBe(
    'const Row = ({ a, b }: Props) => <p title={(globalThis.__isMutant(7) ? (b) : a)}>{(globalThis.__isMutant(8) ? (a) : b)}' +
      '{t("x", (globalThis.__isMutant(9) ? ({ a: 1, b: a }) : { a, b: 1 }))}</p>;\n',
  );
});
