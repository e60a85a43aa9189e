import { traceOf } from '../../../geo/area/measure.ts';
import { shownMeasures } from '../../../machines/map/map.selectors.ts';
import type { MeasuredLine } from '../../../machines/map/map.rules.ts';
import { valueStore } from '../../shared/valueStore.ts';
import { drawCode, type DrawCode, type PictureLayer } from '../kernel/layer.ts';
import { SYMBOLS, type Ground } from '../kernel/symbols.ts';
import type { PortalSources } from '../kernel/usePicture.ts';
import { memoBy } from '../../../geo/memo.ts';

/**
 * The line being measured, with the pointer's position as its last vertex. It changes with every pointer
 * move, so it bypasses the map's actor, which gets only the complete line.
 */
export const measuredLine = valueStore<MeasuredLine | null>(null);

/** The geodesic and figures of a measured line, computed once for layers, tags and list. */
export const traceOfLine = memoBy(({ kind, positions }: MeasuredLine) => traceOf(kind, positions));

/** Measured lines with casing and round ends, areas filled (docs/design.md, Map symbols). */
function paintLines(id: string, measured: readonly MeasuredLine[], ground: Ground, code: DrawCode) {
  const symbol = SYMBOLS[ground].measured;
  const traces = measured.map(traceOfLine);
  const rings = traces.flatMap(({ ring }) => (ring === null ? [] : [[ring]]));
  const ends = traces.flatMap(({ vertices }) => vertices);
  const disc = { radius: symbol.end, line: symbol.line, lineWidth: symbol.lineWidth, fill: symbol.casing };
  return [
    code.fillLayer(`${id}-fill`, rings, symbol.fill, ground),
    ...code.lineLayers(
      id,
      traces.map(({ line }) => line),
      symbol,
      ground,
    ),
    code.discsLayer(`${id}-ends`, ends, disc, ground),
  ];
}

/** The complete measurements. */
export const measures: PictureLayer<PortalSources, readonly MeasuredLine[], DrawCode> = {
  id: 'measures',
  place: 110,
  subscribe: (from, changed) => [from.follow('map', changed)],
  read: (from) => {
    const map = from.actor('map');
    const shown = map === undefined ? [] : shownMeasures(map.getSnapshot());
    return shown.length === 0 ? null : shown;
  },
  code: drawCode,
  paint: (lines, ground, code) => paintLines('deck-measures', lines, ground, code),
};

export const measuring: PictureLayer<unknown, MeasuredLine, DrawCode> = {
  id: 'measuring',
  place: 120,
  subscribe: (_, changed) => [measuredLine.on(changed)],
  read: measuredLine.get,
  code: drawCode,
  paint: (line, ground, code) => paintLines('deck-measuring', [line], ground, code),
};
