import * as z from 'zod/mini';
import { user } from '../../contract/accounts.ts';
import { apiKey, newApiKey, newApiKeyRequest } from '../../contract/calls/apiKeys.ts';
import { imageryExportForm, imageryExportTask, imageryLayer } from '../../contract/imagery.ts';
import { orderDetails } from '../../contract/orders/orderDetails.ts';
import {
  offeredPrice,
  orderItem,
  orderStep,
  priceLine,
  priceResult,
  sceneOrderRequest,
  scenePriceRequest,
  taskingForm,
  taskingPriceRequest,
} from '../../contract/orders/orders.ts';
import { numberedQuote, quoteRequest } from '../../contract/orders/quote.ts';
import { place } from '../../contract/places.ts';
import { exportTask, savedAoi, savedSearch } from '../../contract/saved.ts';
import {
  clearShares,
  clearSharesRequest,
  footprint,
  itemAssets,
  relaxation,
  scene,
  searchCondition,
} from '../../contract/search.ts';
import { newsItem, watch, watchPreview } from '../../contract/watches/watches.ts';

type Json = Record<string, unknown>;

/** The schemas of the contract that clients generated from the document have as types, by their names there. */
const NAMES = {
  ApiKey: apiKey,
  ClearShares: clearShares,
  ClearSharesRequest: clearSharesRequest,
  ExportTask: exportTask,
  Footprint: footprint,
  ImageryExportOrder: imageryExportForm,
  ImageryExportTask: imageryExportTask,
  ImageryLayer: imageryLayer,
  ItemAssets: itemAssets,
  NewApiKey: newApiKey,
  NewApiKeyRequest: newApiKeyRequest,
  News: newsItem,
  OfferedPrice: offeredPrice,
  Order: orderItem,
  OrderDetails: orderDetails,
  OrderStep: orderStep,
  Place: place,
  Price: priceResult,
  PriceLine: priceLine,
  Quote: numberedQuote,
  QuoteRequest: quoteRequest,
  Relaxation: relaxation,
  SavedAoi: savedAoi,
  SavedSearch: savedSearch,
  Scene: scene,
  SceneOrder: sceneOrderRequest,
  ScenePriceRequest: scenePriceRequest,
  SearchCondition: searchCondition,
  TaskingOrder: taskingForm,
  TaskingPriceRequest: taskingPriceRequest,
  User: user,
  Watch: watch,
  WatchPreview: watchPreview,
} as const;

/** Names beside the descriptions that schemas have of their own. */
class Names extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get<Schema extends z.core.$ZodType>(schema: Schema) {
    return { ...z.globalRegistry.get(schema), ...super.get(schema) };
  }
}
const registry = new Names();
for (const [id, schema] of Object.entries(NAMES)) registry.add(schema, { id });

/** References to named schemas, as the document has them. */
const referring = (schema: object): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;

/** A zod schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1: what a sender may send. Named parts are references. */
export function schemaOf(schema: z.ZodMiniType): Json {
  const { $schema: _, $defs: __, ...rest } = z.toJSONSchema(schema, { io: 'input', metadata: registry });
  return referring(rest);
}

/** The named schemas. */
export function namedSchemas(): Json {
  const named = Object.entries(NAMES).map(([name, schema]) => {
    const { $defs = {} } = z.toJSONSchema(schema, { io: 'input', metadata: registry });
    return [name, referring($defs[name]!)] as const;
  });
  return Object.fromEntries(named);
}
