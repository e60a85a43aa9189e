import { MAP_START } from '../../../contract/limits.ts';
import { readInhabited } from '../../places/cities.ts';
import { SAMPLES } from '../samples/sampleTable.ts';

/** Places of these sizes: villages are photographed once they are clear, towns by every kind of sensor and repeatedly, cities more often. */
const PEOPLE = { metropolis: 1_000_000, city: 100_000, town: 15_000, village: 1_000 } as const;
type Size = keyof typeof PEOPLE;
/** A picture that is aimed at a place shows its neighbours within this distance too, east to west and north to south, km. */
const BESIDE_KM = 9;
/** The same for the wide strips of the hyperspectral sensor. */
const BESIDE_WIDE_KM = 30;
/** Places this near to what a newcomer opens first come before all others, degrees. */
const FIRST_DEG = 0.5;
const KM_PER_DEG = 111.2;

export type Position = readonly [longitude: number, latitude: number];

/** The places at which the simulated operators aim. */
export interface Targets {
  /** What newcomers open first, then by their inhabitants. */
  all: readonly Position[];
  /** The number of places that are as large, or larger. */
  counts: Readonly<Record<Size, number>>;
  /** The towns that are aimed at by a wide strip. */
  wide: readonly Position[];
  /** @param share 0 ≤ share < 1 @returns a place, larger ones more often, as the square root of their inhabitants */
  draw(share: number): Position;
}

/** Positions that are kept apart: one that is beside a kept one is left out. */
function apart(km: number): (position: Position) => boolean {
  const side = km / KM_PER_DEG;
  const kept = new Map<number, Position[]>();
  const cellOf = (column: number, row: number): number => row * 100_000 + column;
  return ([longitude, latitude]) => {
    const shrink = Math.max(Math.cos((latitude * Math.PI) / 180), 0.05);
    const [column, row] = [Math.floor((longitude + 180) / side), Math.floor((latitude + 90) / side)];
    const columns = Math.ceil(1 / shrink);
    for (let y = row - 1; y <= row + 1; y++)
      for (let x = column - columns; x <= column + columns; x++)
        for (const [lon, lat] of kept.get(cellOf(x, y)) ?? [])
          if (Math.abs(lon - longitude) * shrink < side && Math.abs(lat - latitude) < side) return false;
    const cell = cellOf(column, row);
    const here = kept.get(cell);
    if (here === undefined) kept.set(cell, [[longitude, latitude]]);
    else here.push([longitude, latitude]);
    return true;
  };
}

/** The middles of the start view and of the open samples. */
const firsts: readonly Position[] = [
  [MAP_START.longitude, MAP_START.latitude],
  ...SAMPLES.map(({ corners }): Position => [
    corners.reduce((sum, [longitude]) => sum + longitude, 0) / corners.length,
    corners.reduce((sum, [, latitude]) => sum + latitude, 0) / corners.length,
  ]),
];
const isFirst = ([longitude, latitude]: Position): boolean =>
  firsts.some(([lon, lat]) => Math.abs(lon - longitude) < FIRST_DEG && Math.abs(lat - latitude) < FIRST_DEG);

function read(): Targets {
  const { lon, lat, people } = readInhabited();
  const isAlone = apart(BESIDE_KM);
  const isWide = apart(BESIDE_WIDE_KM);
  const all: Position[] = [];
  const wide: Position[] = [];
  const weights: number[] = [];
  const counts = { metropolis: 0, city: 0, town: 0, village: 0 };
  let weight = 0;
  for (let at = 0; at < people.length; at++) {
    const place: Position = [lon[at]! / 1e4, lat[at]! / 1e4];
    if (!isAlone(place)) continue;
    all.push(place);
    weights.push((weight += Math.sqrt(people[at]!)));
    for (const [size, least] of Object.entries(PEOPLE))
      if (people[at]! >= least) counts[size as Size] = all.length;
    if (people[at]! >= PEOPLE.town && isWide(place)) wide.push(place);
  }
  const ofTowns = all.slice(0, counts.town);
  return {
    all: [
      ...ofTowns.filter(isFirst),
      ...ofTowns.filter((place) => !isFirst(place)),
      ...all.slice(counts.town),
    ],
    counts,
    wide,
    draw(share) {
      let [low, high] = [0, weights.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (weights[middle]! <= share * weight) low = middle + 1;
        else high = middle;
      }
      return all[low]!;
    },
  };
}

let known: Targets | undefined;

/** The targets of the simulated constellation (decision 27), of the table of places. Read once: some tenths of a second. */
export function targets(): Targets {
  known ??= read();
  return known;
}
