// Renders the images of the layer selector's cards into public/layers/: the same part of Natural Earth's coast (public
// domain, from the npm package world-atlas) in two styles, one for each base map, without third-party tiles.
// Run by hand to change the images: node lab/pictures/renderLayerCards.mjs
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { feature, mesh } from 'topojson-client';

const read = async (path) =>
  JSON.parse(await readFile(new URL(`../../node_modules/${path}`, import.meta.url), 'utf8'));
const atlas = await read('world-atlas/countries-10m.json');
const cities = await read('city-timezones/data/cityMap.json');
const OUT = new URL('../../public/layers/', import.meta.url);

/** Twice the size of the card, 120 × 80 (§2 Layer selector). */
const [WIDTH, HEIGHT] = [240, 160];
const VIEW = { longitude: 103.1, latitude: 1.95, degrees: 4.6 };
const scale = WIDTH / VIEW.degrees;
const place = ([longitude, latitude]) => [
  (longitude - VIEW.longitude) * scale + WIDTH / 2,
  (VIEW.latitude - latitude) * scale + HEIGHT / 2,
];
const isNear = ([longitude, latitude], by = 1) =>
  Math.abs(longitude - VIEW.longitude) < VIEW.degrees * by &&
  Math.abs(latitude - VIEW.latitude) < VIEW.degrees * by;

const pathOf = (line, end) =>
  `M${line
    .map(place)
    .map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('L')}${end}`;

const land = feature(atlas, atlas.objects.land)
  .features.flatMap(({ geometry }) => geometry.coordinates)
  .filter((rings) => rings.some((ring) => ring.some((position) => isNear(position))))
  .flatMap((rings) => rings.map((ring) => pathOf(ring, 'Z')))
  .join('');
const borders = mesh(atlas, atlas.objects.countries, (a, b) => a !== b)
  .coordinates.filter((line) => line.some((position) => isNear(position)))
  .map((line) => pathOf(line, ''))
  .join('');
const towns = cities
  .filter(({ lng, lat, pop }) => isNear([lng, lat], 0.5) && pop > 60_000)
  .toSorted((a, b) => b.pop - a.pop)
  .slice(0, 14);
/** Invented roads: each town connected to the nearest one. */
const roads = towns
  .flatMap((town, index) =>
    towns
      .filter((_, other) => other !== index)
      .toSorted(
        (a, b) =>
          Math.hypot(a.lng - town.lng, a.lat - town.lat) - Math.hypot(b.lng - town.lng, b.lat - town.lat),
      )
      .slice(0, 2)
      .map((other) =>
        pathOf(
          [
            [town.lng, town.lat],
            [other.lng, other.lat],
          ],
          '',
        ),
      ),
  )
  .join('');

const dots = (radius, style) =>
  towns
    .map(({ lng, lat, pop }) => {
      const [x, y] = place([lng, lat]);
      return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius * (pop > 1e6 ? 1.5 : 1)}" ${style}/>`;
    })
    .join('');

const LOOKS = {
  OSM: `<rect width="100%" height="100%" fill="#bed3d9"/>
<path d="${land}" fill="#f1efe9" stroke="#9fb7c0" stroke-width="1.5"/>
<clipPath id="land"><path d="${land}"/></clipPath>
<g clip-path="url(#land)"><path d="${roads}" fill="none" stroke="#d99a6c" stroke-width="4.5"/>
<path d="${roads}" fill="none" stroke="#f7d8a8" stroke-width="2.5"/>
<path d="${borders}" fill="none" stroke="#a886b8" stroke-width="2" stroke-dasharray="7 3"/></g>
${dots(4, 'fill="#fff" stroke="#4a5660" stroke-width="2"')}`,
  GMAP: `<rect width="100%" height="100%" fill="#8fd0e8"/>
<path d="${land}" fill="#f7f7f4"/>
<clipPath id="land"><path d="${land}"/></clipPath>
<g clip-path="url(#land)"><path d="${land}" fill="none" stroke="#c9e7cf" stroke-width="26"/>
<path d="${roads}" fill="none" stroke="#a9b6c9" stroke-width="3"/>
<path d="${borders}" fill="none" stroke="#8a8f98" stroke-width="1.5"/></g>
${dots(3, 'fill="#5f6670"')}`,
};

for (const [name, look] of Object.entries(LOOKS)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${look}</svg>`;
  await sharp(Buffer.from(svg))
    .webp({ quality: 82, effort: 6 })
    .toFile(fileURLToPath(new URL(`${name.toLowerCase()}.webp`, OUT)));
}
