/** The figures of `npm run bench -- fairness endurance replies`. */
export interface LoadResults {
  fairness?: Record<
    string,
    { aloneP95Ms: number; besideP95Ms: number; ratio: number; served: number; refused: number }
  >;
  replies?: Record<'table' | 'geoJson', { kilobytes: number; oneMs: number; tenPerSecond: number }> & {
    priceMs: number;
  };
  endurance?: {
    calls: number;
    errors: number;
    slopeKb: number;
    noiseKb: number;
    residentMb: number;
    peakMb?: number;
    idleMb?: number;
    restartedMb?: number;
  };
}

const FLOODS = [
  ['searches', '1,000 searches', 'searches'],
  ['tiles', '800 tiles', 'tiles'],
  ['exports', '300 exports', 'exports, until the file is there'],
] as const;

/** Rows of a table: what | figure. */
export function loadRows({ fairness, endurance, replies }: LoadResults): string[] {
  const floods = FLOODS.flatMap(([kind, flood, own]) => {
    const one = fairness?.[kind];
    if (one === undefined) return [];
    return `| another account’s ${own}, p95: alone / beside ${flood} of one account at once | ${Math.round(one.aloneP95Ms)} / ${Math.round(one.besideP95Ms)} ms, ${one.ratio.toFixed(1)} times |`;
  });
  const enduring =
    endurance === undefined
      ? []
      : [
          `| ${endurance.calls.toLocaleString('en')} mixed calls: errors / growth of the server’s memory in the second half, a thousand calls / memory at the end${endurance.peakMb === undefined ? '' : ' / at most / after ten idle minutes / after a restart'} | ${endurance.errors} / ${endurance.slopeKb} ± ${2 * endurance.noiseKb} KB / ${[endurance.residentMb, endurance.peakMb, endurance.idleMb, endurance.restartedMb].filter((mb) => mb !== undefined).join(' / ')} MB |`,
        ];
  const replied =
    replies === undefined
      ? []
      : (['table', 'geoJson'] as const)
          .map((kind) => {
            const { kilobytes, oneMs, tenPerSecond } = replies[kind];
            return `| 5,000 scenes over HTTP from an archive of 1,000,000, gzip, as ${kind === 'table' ? 'the table that the page asks for' : 'GeoJSON'}: size / one connection, median / ten connections | ${kilobytes} KB / ${Math.round(oneMs)} ms / ${tenPerSecond} a second |`;
          })
          .concat(
            `| price of 100 clipped scenes with an area of 3,000 vertices, over HTTP, median | ${Math.round(replies.priceMs)} ms |`,
          );
  return [...floods, ...enduring, ...replied];
}
