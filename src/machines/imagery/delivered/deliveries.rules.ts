import type { DeliveriesOver, OrderDetails } from '../../../../contract/orders/orderDetails.ts';
import type { ItemAssets } from '../../../../contract/search.ts';
import type { ImageAddress } from '../../../raster/delivered/deliveredImage.ts';

/** One delivered scene, or an open file of another archive: what it shows, and its file. */
export interface Delivery {
  /** Unique: the file's address. */
  key: string;
  /** Null for a file of another archive. */
  orderNum: string | null;
  /** The order's name, or that of the file. */
  title: string;
  productId: string;
  /** Acquisition, ISO 8601 UTC. */
  acquired: string;
  satellite: string | null;
  simulated: boolean;
  /** Who is credited: as an open scene's licence has it, else the supplier. */
  attribution: string;
  /** How much of the order's area is clear in the scene, percent; null if that is not known. */
  clear: number | null;
  quicklookUrl: string | null;
  image: ImageAddress;
}

const IMAGE_FILE = /\.(?:zip|tiff?)$/i;
/** Characters that file names don't keep. */
const plain = (text: string): string => text.replaceAll(/[^\w.-]/g, '_');

/** The delivered scenes of an order, without what is clear in them. A file of no known scene stands for the order. */
function deliveriesOf({ files, scenes, productLevel, ...order }: OrderDetails): Delivery[] {
  const { orderNum, orderName, simulated, supplier, ctime } = order;
  return files
    .filter(({ name, bytes }) => IMAGE_FILE.test(name) && bytes !== null)
    .map(({ name, url }): Delivery => {
      const found = scenes
        .map(({ scene }) => scene)
        .filter(({ id }) => name.startsWith(plain(id)))
        .toSorted((a, b) => b.id.length - a.id.length)[0]?.properties;
      return {
        key: url,
        orderNum,
        title: orderName,
        productId: found?.productId ?? name,
        acquired: found?.acquisitionDate ?? ctime,
        satellite: found?.satellite ?? null,
        simulated: found?.simulated ?? simulated,
        attribution: found?.attribution ?? found?.supplier ?? supplier,
        clear: null,
        quicklookUrl: found?.quicklookUrl ?? null,
        // an order may also have a lower level of each scene
        image: { url, fileName: name, level: /_(L\d\w?)\.\w+$/.exec(name)?.[1] ?? productLevel },
      };
    });
}

/** The name of another archive's file in the address. An order's number has no slash. */
export const assetName = ({ productId, key }: { productId: string; key: string }): string =>
  [productId, key].map(encodeURIComponent).join('/');
export const isAssetName = (named: string | null): boolean => named?.includes('/') === true;

/** The name of the file that this server reads for the viewer; null for the address of another file. */
export const assetOfUrl = (url: string | null): string | null =>
  /\/web\/asset\/([^/?]+\/[^/?]+)\?/.exec(url ?? '')?.[1] ?? null;

/** The scene of a named file. @throws URIError for a name that is none */
export function productOfAsset(named: string): string {
  return decodeURIComponent(named.slice(0, named.indexOf('/')));
}

/** The named file as the only delivery; none if it can't be opened (any longer). */
export function namedAsset({ scene, assets }: ItemAssets, named: string): Delivery[] {
  const { productId, acquisitionDate, satellite, simulated, attribution, supplier, source, quicklookUrl } =
    scene.properties;
  const asset = assets.find(({ key }) => assetName({ productId, key }) === named);
  if (asset === undefined || asset.imageUrl === null) return [];
  return [
    {
      key: asset.imageUrl,
      orderNum: null,
      title: asset.title ?? asset.key,
      productId,
      acquired: acquisitionDate,
      satellite,
      simulated,
      attribution: attribution ?? supplier ?? source ?? '',
      clear: null,
      quicklookUrl,
      image: {
        url: asset.imageUrl,
        fileName: asset.title ?? asset.key,
        level: '',
        bandNames: asset.bandNames,
      },
    },
  ];
}

/** What was delivered of an area, oldest first. */
export function deliveriesOver({ orders, clear }: DeliveriesOver): Delivery[] {
  const percents = new Map(clear.map(({ productId, percent }) => [productId, percent]));
  return orders
    .flatMap(deliveriesOf)
    .map((delivery) => ({ ...delivery, clear: percents.get(delivery.productId) ?? null }))
    .toSorted((a, b) => Date.parse(a.acquired) - Date.parse(b.acquired));
}

/**
 * What was delivered of the area of an order by it and by others, oldest first.
 * @param over null if the back end doesn't say
 */
export function deliveriesAround(order: OrderDetails, over: DeliveriesOver | null): Delivery[] {
  const others = over?.orders.filter(({ orderNum }) => orderNum !== order.orderNum) ?? [];
  return deliveriesOver({ orders: [order, ...others], clear: over?.clear ?? [] });
}

/** The delivery `by` places after another one; null beyond the ends. */
export function neighbourDelivery(
  deliveries: readonly Delivery[],
  shown: string | null,
  by: 1 | -1,
): Delivery | null {
  const at = deliveries.findIndex(({ key }) => key === shown);
  return at === -1 ? null : (deliveries[at + by] ?? null);
}
