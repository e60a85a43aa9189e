/** Counted changes, in the order of display. */
const COUNTED_CHANGES = [
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
 * A repair, as data for a sentence such as "closed 1 ring" (texts: `check.<kind>`).
 *
 * | kind | what |
 * |---|---|
 * | ringsClosed | open rings |
 * | duplicatesRemoved | points equal to the previous one, to 7 decimals |
 * | spikesRemoved | points at the tip of a spike without width |
 * | ringsTurned | rings with the wrong direction (RFC 7946 §3.1.6) |
 * | ringsParted | rings that touched themselves or crossed each other, split into valid ones |
 * | partsMerged | parts that overlapped or shared an edge: the decrease in their number |
 * | sliversDropped | parts and holes without area, or with a mean width under SLIVER_METRES |
 * | partsCutAt180 | polygons that cross 180°, cut there (decision 19) |
 * | partsBroughtHome | polygons beyond ±180°, moved into range |
 * | axesSwapped | latitude came before longitude |
 * | simplified | vertices, `from` and `to`; the area changed by at most SIMPLIFY_TOLERANCE |
 */
export type Change =
  | { kind: CountedChange; count: number }
  | { kind: 'axesSwapped' }
  | { kind: 'simplified'; from: number; to: number };

/** Collects the repairs of one geometry. */
export class ChangeLog {
  private readonly counts = new Map<CountedChange, number>();
  private readonly others: Change[] = [];

  add(kind: CountedChange, count = 1): void {
    if (count > 0) this.counts.set(kind, (this.counts.get(kind) ?? 0) + count);
  }

  addOther(change: Change): void {
    this.others.push(change);
  }

  /** An independent copy, for an attempt that may fail. */
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
