import type { SnapshotFrom } from 'xstate';
import type { ImageFacts } from '../../../raster/delivered/deliveredImage.ts';
import { outlineWkt } from '../../../raster/delivered/outlineWkt.ts';
import type { ImageStyle } from '../../../raster/delivered/drawTile.ts';
import type { PixelValues } from '../../../raster/delivered/pixelValues.ts';
import type { NoticeText } from '../../shared/notice.ts';
import type { deliveredMachine } from './delivered.machine.ts';
import type { Combination } from './delivered.rules.ts';
import { isAssetName, type Delivery } from './deliveries.rules.ts';
import type { DrawImage } from './delivered.setup.ts';

type Delivered = SnapshotFrom<typeof deliveredMachine>;
const seen = new WeakMap<ImageFacts, { url: string; bbox: ImageFacts['bbox']; outlineWkt: string }>();

/** Whether delivered imagery is on the map, or is being opened. */
export const isImageOpen = (delivered: Delivered): boolean => delivered.matches('open');
export const isImageBusy = (delivered: Delivered): boolean => delivered.hasTag('busy');
/** The delivered scenes, oldest first. */
export const deliveries = ({ context }: Delivered): readonly Delivery[] => context.deliveries;
/** The actor that plays the deliveries; undefined while none are shown. */
export const deliveryPlayer = (delivered: Delivered) => delivered.children.deliveryPlayer;
export const shownDelivery = ({ context }: Delivered): Delivery | null =>
  context.deliveries.find(({ key }) => key === context.shown) ?? null;
/** The image that is seen on the map, for the AI analytics page; the same object until another one is shown. */
export function seenImage(delivered: Delivered) {
  const { facts } = delivered.context;
  const url = shownDelivery(delivered)?.image.url;
  if (facts === null || url === undefined) return null;
  const known = seen.get(facts);
  const image = known?.url === url ? known : { url, bbox: facts.bbox, outlineWkt: outlineWkt(facts) };
  seen.set(facts, image);
  return image;
}
/** Null until the image is opened. */
export const imageFacts = ({ context }: Delivered): ImageFacts | null => context.facts;
export const imageStyle = ({ context }: Delivered): ImageStyle | null => context.style;
export const imageCombination = ({ context }: Delivered): Combination => context.combination;
export const imageOpacity = ({ context }: Delivered): number => context.opacity;
export const drawImage = ({ context }: Delivered): DrawImage | null => context.draw;
/** Whether the image can be drawn, and its drawing changed; its facts may be those of the one before. */
export const isImageShown = (delivered: Delivered): boolean =>
  delivered.matches({ open: { image: 'shown' } });
export const imageFailure = (delivered: Delivered): NoticeText | null =>
  delivered.matches({ open: { image: 'failed' } }) ? delivered.context.refusal : null;
/** How often the shown image was drawn again after a failure. */
export const imageTries = ({ context }: Delivered): number => context.tries;
/** Why parts of the shown image couldn't be drawn. */
export const drawingFault = (delivered: Delivered): NoticeText | null =>
  delivered.matches({ open: { image: 'shown' } }) ? delivered.context.refusal : null;
/** Whether the crosshair is on. */
export const isInspecting = (delivered: Delivered): boolean => delivered.matches({ open: { pixel: 'on' } });
export const shownPixel = ({ context }: Delivered): PixelValues | null => context.pixel;
/** Whether the values at a pixel couldn't be read. */
export const isPixelUnread = (delivered: Delivered): boolean =>
  delivered.matches({ open: { pixel: { on: 'unread' } } });

/** Whether the image is an open one of another archive, and no delivery. */
export const isOfOtherArchive = ({ context }: Delivered): boolean => isAssetName(context.named);
