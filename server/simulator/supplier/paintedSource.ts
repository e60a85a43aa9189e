import { sensorFacts, type BandName } from '../../../contract/sensors.ts';
import { paintBands, type PictureScene } from '../painting/paint.ts';
import type { View } from '../../search/sceneView.ts';
import type { Projection } from '../../../src/geo/projections.ts';
import type { PixelSource, PixelWindow, SourceBand } from '../../orders/delivery/pixelSource.ts';
import type { DeliveredGrid } from '../../orders/delivery/deliveredGrid.ts';

/** The value of pixels without data; painted pixels are 1 to 255. */
const NO_DATA = 0;
const NATURAL: readonly BandName[] = ['red', 'green', 'blue'];

function bandOf(name: BandName): SourceBand {
  if (name === 'amplitude')
    return { name, commonName: null, description: 'Backscatter amplitude, four looks' };
  return { name, commonName: name };
}

/** The window as an affine view in degrees through three of its corners. */
function viewOf(grid: DeliveredGrid, projection: Projection, window: PixelWindow, latitude: number): View {
  const { column, row, width, height } = window;
  const at = (x: number, y: number): [number, number] =>
    projection.back(grid.west + x * grid.pixelWidth, grid.north - y * grid.pixelHeight);
  const origin = at(column, row);
  const [right, below] = [at(column + width, row), at(column, row + height)];
  return {
    width,
    height,
    origin,
    right: [(right[0] - origin[0]) / width, (right[1] - origin[1]) / width],
    down: [(below[0] - origin[0]) / height, (below[1] - origin[1]) / height],
    within: { column, row, latitude },
  };
}

/**
 * A simulated scene, painted window by window on the delivered grid.
 * @param projection that of the grid, with longitudes that continue across 180°
 */
export function paintedSource(scene: PictureScene, grid: DeliveredGrid, projection: Projection): PixelSource {
  const { epsg, width, height, west, north, pixelWidth, pixelHeight } = grid;
  const names: readonly BandName[] = sensorFacts(scene.facts.sensorType)?.bands ?? NATURAL;
  const [, latitude] = projection.back(west + (width / 2) * pixelWidth, north - (height / 2) * pixelHeight);
  return {
    grid: { epsg, width, height, transform: [west, pixelWidth, 0, north, 0, -pixelHeight] },
    bands: names.map(bandOf),
    kind: 'uint8',
    noData: NO_DATA,
    read(window) {
      return paintBands(scene, viewOf(grid, projection, window, latitude), names.length);
    },
    close: () => Promise.resolve(),
  };
}
