import { MapboxOverlay } from '@deck.gl/mapbox';
import { TileLayer } from '@deck.gl/geo-layers';
import { BitmapLayer } from '@deck.gl/layers';
import { Map as MapLibre } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import { firstStyle } from '../../../src/machines/imagery/delivered.rules.ts';
import { answerDelivered, paintedTiles } from '../../../src/ui/map/layers/delivered/deliveredTiles.ts';
import { deliveredImages } from '../../../src/workers/delivered/deliveredImages.ts';

/** One image on a map in two ways: tiles of a protocol of MapLibre's, and a layer of deck.gl's. */
type Way = 'protocol' | 'deck';

declare global {
  interface Window {
    /** Milliseconds until an image is drawn, by way and round; null until the map is there. */
    drawn: ((way: Way, rounds: number) => Promise<{ milliseconds: number[]; tiles: number }>) | undefined;
  }
}

const SIDE = 256;
const map = new MapLibre({
  container: 'map',
  style: { version: 8, sources: {}, layers: [] },
  fadeDuration: 0,
  attributionControl: false,
});
answerDelivered();
const overlay = new MapboxOverlay({ interleaved: false, layers: [] });
map.addControl(overlay);
await map.once('load');

const images = deliveredImages();
const never = new AbortController().signal;
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
let round = 0;

window.drawn = async (way, rounds) => {
  const file = await (await fetch('/image.tif')).blob();
  const image = { url: 'image.tif', file, fileName: 'image.tif', level: '' };
  const facts = await images.factsOf(image, never);
  const { style } = firstStyle(facts);
  map.fitBounds([facts.bbox[0], facts.bbox[1], facts.bbox[2], facts.bbox[3]], { animate: false });
  let tiles = 0;
  const draw: typeof images.draw = (...wanted) => {
    tiles++;
    return images.draw(...wanted);
  };
  const byProtocol = async (id: string) => {
    const painting = { image, style, draw, facts, tries: round, onFault: console.error };
    map.addSource(id, { type: 'raster', tiles: [paintedTiles(painting)], tileSize: SIDE });
    map.addLayer({ id, type: 'raster', source: id, paint: { 'raster-fade-duration': 0 } });
    await map.once('idle');
    return () => {
      map.removeLayer(id);
      map.removeSource(id);
    };
  };
  const byDeck = async (id: string) => {
    await new Promise<void>((resolve) => {
      const layer = new TileLayer<ImageBitmap | null>({
        id,
        tileSize: SIDE,
        extent: [...facts.bbox],
        getTileData: ({ index: { x, y, z }, signal }) =>
          draw(image, { z, x, y, side: SIDE }, style, signal ?? never),
        renderSubLayers: ({ id: subId, data, tile }) => {
          const [[west, south], [east, north]] = tile.boundingBox;
          const bounds: [number, number, number, number] = [west!, south!, east!, north!];
          return data === null ? null : new BitmapLayer({ id: subId, image: data, bounds });
        },
        onViewportLoad: () => resolve(),
      });
      overlay.setProps({ layers: [layer] });
    });
    await frame();
    return () => overlay.setProps({ layers: [] });
  };
  const milliseconds: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const began = performance.now();
    const remove = await (way === 'deck' ? byDeck : byProtocol)(`${way}${++round}`);
    await frame();
    milliseconds.push(performance.now() - began);
    remove();
    await frame();
  }
  return { milliseconds, tiles: tiles / rounds };
};
