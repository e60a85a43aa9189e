import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
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
