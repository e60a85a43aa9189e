/** Changes that are told by how many times they were made, in the order in which they are told. */
export const COUNTED_CHANGES = [
  'ringsClosed',
  'duplicatesRemoved',
  'spikesRemoved',
  'ringsTurned',
  'ringsParted',
  'partsMerged',
  'sliversDropped',
  'partsCutAt180',
  'partsBroughtHome',
] as const;
export type CountedChange = (typeof COUNTED_CHANGES)[number];

/**
 * One thing that the AOI doctor did, as data for a sentence such as "closed 1 ring" (texts: `doctor.<kind>`).
 *
 * | kind | what |
 * |---|---|
 * | ringsClosed | rings whose last point wasn't their first |
 * | duplicatesRemoved | points that repeated the one before, to 7 decimals |
 * | spikesRemoved | points at the tip of a spike without width |
 * | ringsTurned | rings in the wrong direction (RFC 7946 §3.1.6) |
 * | ringsParted | rings that met themselves or crossed each other, parted into ones that don't |
 * | partsMerged | parts that overlapped or shared an edge: how many fewer there are |
 * | sliversDropped | parts and holes narrower than SLIVER_METRES in the mean, or without area |
 * | partsCutAt180 | polygons that cross 180°, cut there (decision 19) |
 * | partsBroughtHome | polygons beyond ±180°, brought back into it |
 * | axesSwapped | latitude stood before longitude |
 * | simplified | from so many vertices to so many, the area within SIMPLIFY_TOLERANCE |
 */
export type Change =
  | { kind: CountedChange; count: number }
  | { kind: 'axesSwapped' }
  | { kind: 'simplified'; from: number; to: number };

/** Counts what is done to a geometry on its way. */
export class ChangeLog {
  private readonly counts = new Map<CountedChange, number>();
  private readonly others: Change[] = [];

  add(kind: CountedChange, count = 1): void {
    if (count > 0) this.counts.set(kind, (this.counts.get(kind) ?? 0) + count);
  }

  tell(change: Change): void {
    this.others.push(change);
  }

  /** A log that goes on from here without touching this one: for an attempt that may fail. */
  copy(): ChangeLog {
    const copy = new ChangeLog();
    for (const [kind, count] of this.counts) copy.add(kind, count);
    copy.others.push(...this.others);
    return copy;
  }

  get changes(): Change[] {
    const counted = COUNTED_CHANGES.flatMap((kind): Change[] => {
      const count = this.counts.get(kind);
      return count === undefined ? [] : [{ kind, count }];
    });
    return [...this.others, ...counted];
  }
}
