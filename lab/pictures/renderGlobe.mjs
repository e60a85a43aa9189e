// Renders the image of the log-in page into public/: the Earth from NASA imagery (Blue Marble by day, city lights
// by night; public domain, from the npm package three-globe), in orthographic projection with its terminator and
// atmosphere, and above it, as SVG, the ground track of a sun-synchronous pass over Singapore.
// Run by hand to change the image: node lab/pictures/renderGlobe.mjs
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const IMAGES = new URL('../../node_modules/three-globe/example/img/', import.meta.url);
const OUT = new URL('../../public/', import.meta.url);
const RAD = Math.PI / 180;

/** The centre of the view and the position of the sun, degrees. */
const VIEW = { longitude: 107.6, latitude: 0.6 };
const SUN = { longitude: 165, latitude: 21 };
/** CSS pixels: the size of the page, and the globe's centre and radius in it. */
const WIDE = { name: 'globe', width: 1440, height: 900, x: 948, y: 547, radius: 575 };
const NARROW = { name: 'globe-narrow', width: 390, height: 844, x: 318, y: 262, radius: 330 };

/** The unit vector of a position in degrees: x towards 0° E, y towards 90° E, z towards the north pole. */
function pointOf({ longitude, latitude }) {
  const [lon, lat] = [longitude * RAD, latitude * RAD];
  return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
}

/** Right, up, and towards a viewer far above a position. */
function axesOf({ longitude, latitude }) {
  const [lon, lat] = [longitude * RAD, latitude * RAD];
  return {
    right: [-Math.sin(lon), Math.cos(lon), 0],
    up: [-Math.sin(lat) * Math.cos(lon), -Math.sin(lat) * Math.sin(lon), Math.cos(lat)],
    out: pointOf({ longitude, latitude }),
  };
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
function inView(vector) {
  return [dot(vector, viewer.right), dot(vector, viewer.up), dot(vector, viewer.out)];
}

const viewer = axesOf(VIEW);
const sun = inView(pointOf(SUN));

const smooth = (from, to, value) => {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
};
const toLinear = Float32Array.from({ length: 256 }, (_, byte) => (byte / 255) ** 2.2);
const toByte = (linear) => Math.round(255 * Math.min(1, Math.max(0, linear)) ** (1 / 2.2));

async function texture(name) {
  const { data, info } = await sharp(fileURLToPath(new URL(name, IMAGES)))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Bilinear sample in linear light; u to the east from 180° W, v to the south, both 0 to 1. Wraps in u. */
function sample({ data, width, height }, u, v, into) {
  const x = u * width - 0.5;
  const y = Math.min(height - 1.001, Math.max(0, v * height - 0.5));
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - x0, y - y0];
  const left = ((x0 % width) + width) % width;
  const right = (left + 1) % width;
  for (let channel = 0; channel < 3; channel++) {
    const at = (column, row) => toLinear[data[(row * width + column) * 3 + channel]];
    const above = at(left, y0) * (1 - fx) + at(right, y0) * fx;
    const below = at(left, y0 + 1) * (1 - fx) + at(right, y0 + 1) * fx;
    into[channel] = above * (1 - fy) + below * fy;
  }
}

/** The colour of a point of the globe in linear light: day, night and atmosphere. */
function ground(x, y, z, day, night, colour) {
  const world = [0, 1, 2].map((i) => x * viewer.right[i] + y * viewer.up[i] + z * viewer.out[i]);
  const u = Math.atan2(world[1], world[0]) / (2 * Math.PI) + 0.5;
  const v = 0.5 - Math.asin(Math.min(1, Math.max(-1, world[2]))) / Math.PI;
  const towardsSun = x * sun[0] + y * sun[1] + z * sun[2];
  const lit = smooth(-0.06, 0.78, towardsSun) * 1.55;
  sample(day, u, v, colour.day);
  sample(night, u, v, colour.night);
  // city lights are warm; the night image's blue sea is not a light
  const light = Math.max(0, colour.night[0] - colour.night[2] * 0.9 - 0.008);
  const dark = 1 - smooth(-0.02, 0.36, towardsSun);
  const rim = (1 - z) ** 3 * (0.025 + 1.1 * smooth(-0.1, 0.75, towardsSun));
  const lamp = [9, 6.6, 3.4];
  const air = [0.13, 0.34, 1];
  for (let channel = 0; channel < 3; channel++) {
    colour.out[channel] =
      colour.day[channel] * (lit + 0.006) + light * dark * lamp[channel] + rim * air[channel] * 0.8;
  }
}

/** The glow outside the limb, strongest towards the sun. */
function glow(x, y, distance, colour) {
  const side = (x * sun[0] + y * sun[1]) / distance;
  const strength = smooth(-0.62, 0.9, side) ** 1.4;
  const near = Math.exp(-(distance - 1) * 34) * 0.75 * strength;
  const far = Math.exp(-(distance - 1) * 6.5) * 0.16 * strength;
  colour[0] += 0.1 * near + 0.05 * far;
  colour[1] += 0.3 * near + 0.19 * far;
  colour[2] += 1 * near + 0.85 * far;
}

/** A deterministic pseudo-random number, 0 to 1, for a star's cell (Wellons' integer hash lowbias32). */
function chance(cell) {
  let h = Math.imul(cell ^ (cell >>> 16), 0x21f0aaad);
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}

/** At most one faint star in a cell of 44 CSS pixels. */
function star(px, py) {
  const [column, row] = [Math.floor(px / 44), Math.floor(py / 44)];
  const cell = row * 4096 + column + 1;
  if (chance(cell) > 0.42) return 0;
  const dx = px - (column + 0.1 + 0.8 * chance(cell + 7_000_003)) * 44;
  const dy = py - (row + 0.1 + 0.8 * chance(cell + 13_000_027)) * 44;
  const size = 0.35 + 0.4 * chance(cell + 29_000_017);
  return Math.exp(-(dx * dx + dy * dy) / (size * size)) * (0.06 + 0.4 * chance(cell + 41_000_009) ** 3);
}

function render(frame, scale, day, night) {
  const [width, height] = [frame.width * scale, frame.height * scale];
  const pixels = Buffer.alloc(width * height * 3);
  const colour = { day: [0, 0, 0], night: [0, 0, 0], out: [0, 0, 0] };
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [px, py] = [(column + 0.5) / scale, (row + 0.5) / scale];
      const [x, y] = [(px - frame.x) / frame.radius, (frame.y - py) / frame.radius];
      const distance = Math.hypot(x, y);
      // antialiases the edge over one device pixel
      const inside = Math.min(1, Math.max(0, (1 - distance) * frame.radius * scale + 0.5));
      const sky = [0.00012, 0.0003, 0.0008];
      if (inside < 1) {
        const light = star(px, py);
        sky.forEach((base, channel) => (sky[channel] = base + light));
        glow(x, y, Math.max(1, distance), sky);
      }
      if (inside > 0) ground(x, y, Math.sqrt(Math.max(0, 1 - distance * distance)), day, night, colour);
      for (let channel = 0; channel < 3; channel++) {
        pixels[(row * width + column) * 3 + channel] = toByte(
          colour.out[channel] * inside + sky[channel] * (1 - inside),
        );
      }
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/**
 * Sub-satellite points of a descending pass of a circular sun-synchronous orbit (inclination 97.5°, period 94.6 min)
 * over a position: spherical trigonometry including the Earth's rotation.
 */
function passOver({ longitude, latitude }) {
  const inclination = 97.5 * RAD;
  const turn = (2 * Math.PI) / 86164 / ((2 * Math.PI) / (94.6 * 60));
  const placeOf = (u) => ({
    latitude: Math.asin(Math.sin(inclination) * Math.sin(u)) / RAD,
    longitude: (Math.atan2(Math.cos(inclination) * Math.sin(u), Math.cos(u)) - turn * u) / RAD,
  });
  const over = Math.PI - Math.asin(Math.sin(latitude * RAD) / Math.sin(inclination));
  const shift = longitude - placeOf(over).longitude;
  return (u) => {
    const place = placeOf(over + u);
    return { latitude: place.latitude, longitude: place.longitude + shift };
  };
}

/** A position beside the track, `side` to its right in the direction of flight. */
function beside(track, u, side) {
  const here = pointOf(track(u));
  const ahead = pointOf(track(u + 0.001));
  const way = [0, 1, 2].map((i) => ahead[i] - here[i]);
  const across = [
    way[1] * here[2] - way[2] * here[1],
    way[2] * here[0] - way[0] * here[2],
    way[0] * here[1] - way[1] * here[0],
  ];
  const length = Math.hypot(...across);
  const [c, s] = [Math.cos(side * RAD), Math.sin(side * RAD)];
  return here.map((part, i) => part * c + (across[i] / length) * s);
}

function trackSvg(frame) {
  const track = passOver({ longitude: 103.85, latitude: 1.28 });
  const SIDE = 3;
  const screen = (vector) => {
    const [x, y] = inView(vector);
    return `${(frame.x + x * frame.radius).toFixed(1)} ${(frame.y - y * frame.radius).toFixed(1)}`;
  };
  const steps = (from, to) => Array.from({ length: 41 }, (_, i) => (from + ((to - from) * i) / 40) * RAD);
  const band = (from, to) => {
    const us = steps(from, to);
    const left = us.map((u) => screen(beside(track, u, -SIDE)));
    const right = us.toReversed().map((u) => screen(beside(track, u, SIDE)));
    return `M${[...left, ...right].join('L')}Z`;
  };
  const line = (from, to) =>
    `M${steps(from, to)
      .map((u) => screen(beside(track, u, 0)))
      .join('L')}`;
  const [sx, sy] = screen(beside(track, -16.5 * RAD, 0)).split(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${frame.width} ${frame.height}" preserveAspectRatio="xMaxYMid slice">
<path d="${band(-54, -3)}" fill="#dfe7ff" fill-opacity=".17"/>
<path d="${band(3, 86)}" fill="#dfe7ff" fill-opacity=".11"/>
<path d="${band(-3, 3)}" fill="#3f63ff" fill-opacity=".42" stroke="#fff" stroke-width="2" stroke-linejoin="round"/>
<path d="${line(-54, 86)}" fill="none" stroke="#fff" stroke-opacity=".8" stroke-width="1.5" stroke-linecap="round" stroke-dasharray=".1 5"/>
<circle cx="${sx}" cy="${sy}" r="14" fill="#fff" fill-opacity=".22"/><circle cx="${sx}" cy="${sy}" r="5" fill="#fff"/>
</svg>
`;
}

const day = await texture('earth-blue-marble.jpg');
const night = await texture('earth-night.jpg');
for (const frame of [WIDE, NARROW]) {
  const large = await render(frame, 2, day, night).png().toBuffer();
  const path = (suffix) => fileURLToPath(new URL(`${frame.name}${suffix}`, OUT));
  await sharp(large).avif({ quality: 40 }).toFile(path('@2x.avif'));
  await sharp(large).resize(frame.width).avif({ quality: 50 }).toFile(path('.avif'));
  await writeFile(path('-track.svg'), trackSvg(frame));
}
