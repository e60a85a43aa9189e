// The pictures of the start card's examples: two open samples, and Singapore as the simulator paints it.
// Run by hand to change them: npx tsx lab/pictures/renderExamples.ts
import sharp, { type Sharp } from 'sharp';
import { quicklookPixels } from '../../server/simulator/pictures/quicklook.ts';
import { renderSample } from '../../server/simulator/samples/samplePicture.ts';
import { sampleOf } from '../../server/simulator/samples/sampleTable.ts';

/** Pixels, more than twice the size on the card. */
const [WIDTH, HEIGHT] = [400, 274];
/** Degrees, from the upper left corner on. */
const SINGAPORE = [
  [103.74, 1.375],
  [103.74, 1.225],
  [103.96, 1.225],
  [103.96, 1.375],
  [103.74, 1.375],
];

const save = (name: string, picture: Sharp) =>
  picture.resize(WIDTH, HEIGHT).flatten().webp({ quality: 70 }).toFile(`public/examples/${name}.webp`);

/** The middle of a sample, somewhat reduced, because its edges are slanted. */
async function saveSample(name: string, productId: string, size: number): Promise<void> {
  const sample = sampleOf(productId);
  if (sample === undefined) throw new Error(`no sample ${productId}`);
  const picture = sharp(await renderSample(sample, size));
  const whole = await picture.metadata();
  const [width, height] = [WIDTH, HEIGHT].map((one) => Math.round(one * 1.3)) as [number, number];
  const [left, top] = [(whole.width - width) / 2, (whole.height - height) / 2].map(Math.round);
  await save(name, picture.extract({ left: left ?? 0, top: top ?? 0, width, height }));
}

async function saveSingapore(): Promise<void> {
  const { pixels, width, height } = await quicklookPixels(
    {
      geometry: { type: 'Polygon', coordinates: [SINGAPORE] },
      facts: {
        satCode: 'SV2-01',
        acquisitionDate: '2026-11-14T03:22:05Z',
        sensorType: 'OPTICAL',
        cloudCover: 2,
        sunElevation: 62,
        orbitDirection: 'Descending',
        sideLookDirection: null,
      },
    },
    800,
  );
  await save('singapore', sharp(pixels, { raw: { width, height, channels: 3 } }));
}

await saveSample('andros', 'LE7_ANDROS_SAMPLE', 900);
await saveSample('yasur', 'UMBRA_YASUR_20230212_SAMPLE', 800);
await saveSingapore();
