/** West, south, east and north, degrees. */
export type Extent = readonly [west: number, south: number, east: number, north: number];

const TEN_DEGREES = [10, 50, 11, 51] as const;
const SINGAPORE = [103.7, 1.2, 103.8, 1.3] as const;
const DOMINICAN = [-69.9, 18.4, -69.8, 18.5] as const;
const MERCATOR = ['esri102113', 'esri3785', 'full3785', 'gdal1_900913', 'gdal_unnamed_sphere', 'mercsphere', 'notowgs']; // prettier-ignore

/** Files of `fixtures/geo/ground`, with their areas by GDAL 3.6 (ogr2ogr) and an authalic integral, km², and their extents. */
export const GROUND: readonly (readonly [file: string, km2: number, extent: Extent])[] = [
  ['g41-geojsonseq.geojson', 7892.219, TEN_DEGREES],
  ['g43-crs-7415.geojson', 75.8233, [4.9, 52.3, 5, 52.4]],
  ['k05-kmz-networklink.kmz', 7892.219, TEN_DEGREES],
  ['k05-written-by-ogr2ogr.kmz', 7892.219, TEN_DEGREES],
  ['k01-linearring.kml', 7892.219, TEN_DEGREES],
  ['k22-overlay-only.kml', 7892.219, TEN_DEGREES],
  ['k24-doctype.kml', 7892.219, TEN_DEGREES],
  ['k26-kml-as-kmz.kmz', 7892.219, TEN_DEGREES],
  ['m20-26910-navd88.zip', 97.8168, [-122.4, 37.7, -122.3, 37.8]],
  ['m22-25832-dhhn.zip', 75.993, [8, 52.2, 8.1, 52.3]],
  ['m31-newline-end.zip', 123.0622, SINGAPORE],
  ['p02-utm17ft-vertcs.zip', 110.8722, [-80.5, 26, -80.4, 26.1]],
  ['p03-wgs84-vertcs.zip', 123.0622, SINGAPORE],
  ['p09-geoserver3857.zip', 92.2384, [12.4, 41.8, 12.5, 41.9]],
  ['p17-popvis3857.zip', 116.9206, DOMINICAN],
  ...MERCATOR.map((name) => [`mercator-${name}.zip`, 116.9206, DOMINICAN] as const),
  ['s06-null-then-poly.zip', 7892.219, TEN_DEGREES],
  ['s08-hdr-short.zip', 7892.219, TEN_DEGREES],
  ['z11-otherprj.zip', 7892.219, TEN_DEGREES],
];

/** Files with an edge wider than 180°: the area that is meant, which a question may propose. */
export const WIDE_GROUND: readonly (readonly [file: string, km2: number, extent: Extent])[] = [
  ['g27-178.geojson', 355_863_869.2, [-178, -45, 178, 45]],
  // 100° to 290° east
  ['g35-lon360-wide.geojson', 46_543_627.2, [-180, -10, 180, 10]],
  // 260° to 70° west
  ['m07-pacific-box.geojson', 232_873_458.1, [-180, -60, 180, 60]],
  ['m08-shp-wide.zip', 141_209_188.9, [-100, -30, 100, 30]],
];
