interface Times {
  p50Ms: number;
  p95Ms: number;
}
type Places<Figures> = Record<'city20km' | 'country500km', Figures>;
/** The figures of `npm run bench -- large`: by `scenes` and a number, and pgstac's. */
export type LargeResults = Partial<
  Record<
    string,
    Partial<Places<Times & { searchesPerSecond: number; firstP95Ms: number; meanMatched: number }>> & {
      fillSeconds?: number;
    }
  >
> & { pgstac?: Places<Times> & { scenes: number } };

const PLACES = [
  ['city20km', '20 km'],
  ['country500km', '500 km'],
] as const;
const ms = ({ p50Ms, p95Ms }: Times): string => `${p50Ms} / ${p95Ms}`;

/** The section on large archives. */
export function largeFigures({ pgstac, ...sizes }: LargeResults): string[] {
  const rows = Object.entries(sizes).flatMap(([size, all]) =>
    PLACES.flatMap(([place, width]) => {
      const one = all?.[place];
      if (one === undefined) return [];
      const scenes = Number(size.slice('scenes'.length));
      const rival = scenes === pgstac?.scenes ? ms(pgstac[place]) : '—';
      return `| ${scenes.toLocaleString('en')} | ${width} | ${ms(one)} | ${one.meanMatched.toLocaleString('en')} | ${one.firstP95Ms} | ${one.searchesPerSecond} | ${rival} |`;
    }),
  );
  const fills = Object.entries(sizes).map(
    ([size, all]) => `${Number(size.slice('scenes'.length)).toLocaleString('en')} in ${all?.fillSeconds} s`,
  );
  return [
    '## Large archives',
    '',
    'In the database (PostgreSQL with PostGIS), by `npm run bench -- large`: up to 5,000 scenes and the exact count. pgstac, where it was given, answers the same searches over the same Items in the same cluster: its first 100 Items, without a count.',
    '',
    '| scenes | area | p50 / p95 ms | found | p95 after a restart, ms | searches a second, 4 connections | pgstac, p50 / p95 ms |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    `The simulated archive is made, stored and indexed: ${fills.join(', ')}.`,
    '',
  ];
}
