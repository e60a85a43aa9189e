import { GeoArrowPolygonLayer } from '@geoarrow/deck.gl-geoarrow';
import { Field, FixedSizeList, Float64, List, makeData, RecordBatch, Schema, Struct } from 'apache-arrow';
import type { Scene } from '../../../contract/search.ts';
import { FLAT } from '../../../src/ui/map/kernel/draw.ts';
import type { OutlineSymbol } from '../../../src/ui/map/kernel/symbols.ts';

/** The footprints as a GeoArrow column: polygons of rings of interleaved longitudes and latitudes. */
function polygonsOf(scenes: readonly Scene[]) {
  const coordinates: number[] = [];
  const rings = [0];
  const polygons = [0];
  for (const { geometry } of scenes) {
    if (geometry.type !== 'Polygon') throw new Error('the scenes of the bench are polygons');
    for (const ring of geometry.coordinates) {
      for (const [longitude, latitude] of ring) coordinates.push(longitude!, latitude!);
      rings.push(coordinates.length / 2);
    }
    polygons.push(rings.length - 1);
  }
  const positions = new FixedSizeList(2, new Field('xy', new Float64()));
  const ring = new List(new Field('vertices', positions));
  const numbers = makeData({ type: new Float64(), data: new Float64Array(coordinates) });
  const vertices = makeData({ type: positions, child: numbers, length: coordinates.length / 2 });
  const outlines = makeData({ type: ring, child: vertices, valueOffsets: new Int32Array(rings) });
  const type = new List(new Field('rings', ring));
  return makeData({ type, child: outlines, valueOffsets: new Int32Array(polygons) });
}

/** Scenes in the layer of @geoarrow/deck.gl-geoarrow (formerly deck.gl-layers), filled and outlined like ours. */
export function geoArrowLayer(scenes: readonly Scene[], symbol: OutlineSymbol): GeoArrowPolygonLayer {
  const column = polygonsOf(scenes);
  const schema = new Schema([new Field('geometry', column.type)]);
  const rows = makeData({ type: new Struct(schema.fields), children: [column], length: scenes.length });
  return new GeoArrowPolygonLayer({
    id: 'deck-bench-geoarrow',
    data: new RecordBatch(schema, rows),
    getPolygon: column as never,
    filled: true,
    stroked: true,
    getFillColor: [...symbol.fill],
    getLineColor: [...symbol.line],
    getLineWidth: symbol.lineWidth,
    lineWidthUnits: 'pixels',
    // on this thread instead of a worker from a CDN; triangulating is not measured
    earcutWorkerUrl: null,
    parameters: FLAT,
  });
}
