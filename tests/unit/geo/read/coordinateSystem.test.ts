import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GeometryError } from '../../../../src/geo/geometryError.ts';
import { coordinateSystemOf } from '../../../../src/geo/read/crs/coordinateSystem.ts';
import { areaKm2 } from '../../../../src/geo/area/area.ts';
import { polygonsOf } from '../../../../src/geo/area/areaGeometry.ts';
import { outcomeOf, readFile, shpOf, zipOf } from './files.ts';

const GREENWICH = 'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]';
const UTM_48N = `PROJCS["WGS_1984_UTM_Zone_48N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],${GREENWICH}],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",105],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["Meter",1]]`;
const DEGREES = [[103, 1], [103, 2], [104, 2], [103, 1]]; // prettier-ignore

const fixture = (name: string) =>
  readFile(name, readFileSync(new URL(`../../../fixtures/geo/crs/${name}`, import.meta.url)));

/** A zipped shapefile of a ring with a .prj. */
const zipped = (prj: string, ring: readonly (readonly number[])[] = DEGREES) =>
  zipOf([
    { name: 'a.shp', content: shpOf([{ parts: [ring] }]) },
    { name: 'a.prj', content: prj },
  ]);

/** [west, south, east, north] of what was read. */
async function boundsOf(name: string): Promise<number[]> {
  const places = polygonsOf((await fixture(name)).geometry).flat(2);
  const [lons, lats] = [places.map(([lon]) => lon!), places.map(([, lat]) => lat!)];
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}

describe('No shapefile ends in a wrong place silently', () => {
  // places by GDAL 3.6 (ogr2ogr -t_srs EPSG:4326); 0.00005° is 5 m
  it.each([
    ['greekGrid.zip', [23.7, 38, 23.75, 38.05]],
    ['vn2000.zip', [105.8, 21, 105.85, 21.05]],
    ['belgianLambert.zip', [4.4, 50.8, 4.45, 50.85]],
    ['polarStereographic.zip', [-45, 75, -44.95, 75.05]],
    ['krovak.zip', [14.4, 50, 14.45, 50.05]],
  ])('%s', async (name, bounds) => {
    (await boundsOf(name)).forEach((side, i) => expect(Math.abs(side - bounds[i]!)).toBeLessThan(0.00005));
  });

  it('a custom Lambert projection without a latitude of origin', async () => {
    const { geometry } = await fixture('oregonCustom.zip');
    expect(Math.abs(areaKm2(geometry) - 251_112)).toBeLessThan(1);
    const [lon, lat] = polygonsOf(geometry)
      .flat(2)
      .find(([lon, lat]) => lat! > 46.26 && lon! < -124)!;
    expect([lon?.toFixed(2), lat?.toFixed(2)]).toEqual(['-124.00', '46.26']);
  });
});

describe('WGS 84 is WGS 84 in every notation', () => {
  const ellipsoid = 'ELLIPSOID["WGS 84",6378137,298.257223563,LENGTHUNIT["metre",1]]';
  const axes =
    'CS[ellipsoidal,2],AXIS["geodetic latitude (Lat)",north,ORDER[1],ANGLEUNIT["degree",0.0174532925199433]],AXIS["geodetic longitude (Lon)",east,ORDER[2],ANGLEUNIT["degree",0.0174532925199433]]';
  const meridian = 'PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]]';
  it.each([
    `GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],${GREENWICH}]`,
    `GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563],TOWGS84[0,0,0,0,0,0,0]],PRIMEM["Greenwich",0],UNIT["degree",0.01745329251994328]]`,
    `GEOGCS["Spelled out",DATUM["World Geodetic System 1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]`,
    `GEOGCRS["WGS 84",DATUM["World Geodetic System 1984",${ellipsoid}],${meridian},${axes}]`,
    `GEODCRS["WGS 84",DATUM["World Geodetic System 1984",${ellipsoid}],${meridian},${axes},ID["EPSG",4326]]`,
    `GEOGCRS["WGS 84",ENSEMBLE["World Geodetic System 1984 ensemble",MEMBER["World Geodetic System 1984 (Transit)"],${ellipsoid},ENSEMBLEACCURACY[2.0]],${meridian},${axes}]`,
    'EPSG:4326',
  ])('%s', async (prj) => {
    const { geometry, notes } = await readFile('a.zip', zipped(prj));
    expect(geometry.coordinates).toEqual([DEGREES.toReversed()]);
    expect(notes).toEqual([]);
  });
});

describe('What a file says about its coordinates must fit them', () => {
  it('degrees labelled as UTM are refused with that reason', async () => {
    expect(await outcomeOf('a.zip', zipped(UTM_48N))).toBe('degreesInSystem WGS_1984_UTM_Zone_48N');
  });

  it.each(['GCS_WGS_1984', 'GCS_ETRS_1989'])(
    'metres labelled as %s are refused with that reason',
    async (name) => {
      const datum =
        name === 'GCS_WGS_1984'
          ? 'D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563'
          : 'D_ETRS_1989",SPHEROID["GRS_1980",6378137,298.257222101';
      const prj = `GEOGCS["${name}",DATUM["${datum}]],${GREENWICH}]`;
      const metres = [[530000, 180000], [530000, 181000], [531000, 181000], [530000, 180000]]; // prettier-ignore
      expect(await outcomeOf('a.zip', zipped(prj, metres))).toBe('notDegrees 530000 180000');
    },
  );

  it('positions that the projection can’t have are refused', async () => {
    const far = [[9e7, 9e7], [9e7, 9.1e7], [9.1e7, 9.1e7], [9e7, 9e7]]; // prettier-ignore
    expect(await outcomeOf('a.zip', zipped(UTM_48N, far))).toBe('projection WGS_1984_UTM_Zone_48N');
  });
});

describe('The shift that a file gives itself is used', () => {
  it('TOWGS84 of seven parameters', async () => {
    const shift = (text: string) =>
      `GEOGCS["My own",DATUM["Local",SPHEROID["Bessel 1841",6377397.155,299.1528128]${text}],${GREENWICH}]`;
    // by PROJ 9.1 (cs2cs)
    const { geometry } = await readFile(
      'a.zip',
      zipped(shift(',TOWGS84[598.1,73.7,418.2,0.202,0.045,-2.455,6.7]'), [[9, 50], [9, 51], [10, 51], [9, 50]]), // prettier-ignore
    );
    const place = polygonsOf(geometry)
      .flat(2)
      .find(([, lat]) => lat! < 50.5)!;
    expect(place[0]).toBeCloseTo(8.99896055, 6);
    expect(place[1]).toBeCloseTo(49.99885314, 6);
    expect(await outcomeOf('a.zip', zipped(shift('')))).toBe('projection My own');
  });
});

describe('A system in PROJ’s notation is read where PROJ has it', () => {
  // positions by PROJ 9.1 (pyproj)
  it.each<[string, number[], number[]]>([
    ['+proj=utm +zone=32 +datum=WGS84 +units=m +no_defs', [535460.446, 5594344.786], [9.5, 50.5]],
    [
      '+proj=tmerc +lat_0=0 +lon_0=-81 +k=0.9996 +x_0=500000 +y_0=0 +datum=NAD83 +units=us-ft +no_defs',
      [1837254.685, 9471426.231],
      [-80.4, 26.1],
    ],
    [
      '+proj=lcc +lat_1=49 +lat_2=44 +lat_0=46.5 +lon_0=3 +x_0=700000 +y_0=6600000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs +type=crs',
      [652301.565, 6861302.726],
      [2.35, 48.85],
    ],
    [
      '+proj=sterea +lat_0=52.15616055555555 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.4171,50.3319,465.5524,1.9342,-1.6677,9.1019,4.0725 +units=m +no_defs',
      [121610.981, 479158.466],
      [4.9, 52.3],
    ],
    [
      '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs',
      [-7781232.406, 2084421.404],
      [-69.9, 18.4],
    ],
    ['+proj=longlat +ellps=intl +towgs84=-87,-98,-121,0,0,0,0 +no_defs', [9.001160203, 50.00081127], [9, 50]],
    ['+proj=utm +zone=33 +south +datum=WGS84', [395390.676, 7788206.444], [14, -20]],
    [
      '+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +units=m +no_defs',
      [4600451.875, 4109791.66],
      [15, 60],
    ],
    [
      '+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +x_0=0 +y_0=0 +datum=NAD83 +units=m',
      [-338390.588, 1894100.14],
      [-100, 40],
    ],
    [
      '+proj=stere +lat_0=90 +lat_ts=70 +lon_0=-45 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m',
      [0.0, -1633879.497],
      [-45, 75],
    ],
  ])('%s', (text, position, place) => {
    const [[found = []] = []] = coordinateSystemOf(text)?.toWgs84([[position]]) ?? [];
    const [lon = Number.NaN, lat = Number.NaN] = found;
    expect(Math.hypot(lon - place[0]!, lat - place[1]!)).toBeLessThan(1e-6);
  });

  it.each([
    '+proj=longlat +datum=NAD27',
    '+proj=utm +zone=32 +ellps=bessel',
    '+proj=utm +zone=32 +nadgrids=ntv2.gsb',
    '+proj=ortho +datum=WGS84',
    '+proj=tmerc +lon_0=9 +axis=neu +datum=WGS84',
  ])('%s is refused by name', (text) => {
    expect(() => coordinateSystemOf(text)).toThrow(new GeometryError('projection', { name: text }));
  });
});

describe('A GeoJSON’s crs may be a system with heights, or Web Mercator by ESRI', () => {
  it.each([
    ['urn:ogc:def:crs:EPSG::7415', [121767.0197, 479225.4022], [4.9, 52.3]],
    ['ESRI:102100', [-7781232.406, 2084421.404], [-69.9, 18.4]],
    ['EPSG:9707', [7, 51], [7, 51]],
  ])('%s', async (name, [x = 0, y = 0], place) => {
    const ring = [[x, y], [x + 0.5, y], [x, y + 0.5], [x, y]]; // prettier-ignore
    const crs = { type: 'name', properties: { name } };
    const { geometry } = await readFile(
      'a.geojson',
      JSON.stringify({ type: 'Polygon', coordinates: [ring], crs }),
    );
    const [first] = polygonsOf(geometry).flat(2);
    expect(Math.hypot(first![0]! - place[0]!, first![1]! - place[1]!)).toBeLessThan(5e-5);
  });

  it('another code of ESRI’s is refused by name', async () => {
    const crs = { type: 'name', properties: { name: 'ESRI:28992' } };
    expect(
      await outcomeOf('a.geojson', JSON.stringify({ type: 'Polygon', coordinates: [DEGREES], crs })),
    ).toBe('projection ESRI:28992');
  });
});
