import * as z from 'zod/mini';
import { id, instant, rowName } from './calls/envelope.ts';
import { money } from './orders/money.ts';
import { footprint, searchCondition, scene } from './search.ts';
import { CLOUD, FIELD, SEARCH_CAP_MAX } from './limits.ts';
import { EXPORT_TYPES } from './exportFormats.ts';

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(FIELD.aoiName));
export const idParams = z.object({ id: z.coerce.number().check(z.int(), z.gte(1)) });

/** Extensions of the items of a list. */
const outlined = {
  /** Whether the area is a simplified outline, and has to be fetched whole before it is used. */
  isOutline: z.optional(z.boolean()),
  /** The size of the whole area, km²; null if it was saved before lists had sizes and is not yet worked out. */
  areaKm2: z.optional(z.nullable(z.number())),
};

/** §3 Saved AOI; geom is WKT, ctime ISO 8601 UTC. */
export const savedAoi = z.object({
  id,
  name: rowName,
  geom: z.string(),
  ctime: instant,
  ...outlined,
});
export type SavedAoi = z.infer<typeof savedAoi>;

/** Areas that one call tells about. */
export const AOI_FACTS_MAX = 100;
/** A scene shows a saved area if it covers this much of it, and this much of that is clear, percent. */
export const SHOWS_AREA = { share: 80, clear: 100 - CLOUD.searchDefault } as const;
export const aoiFactsRequest = z.object({
  ids: z.array(id).check(z.minLength(1), z.maxLength(AOI_FACTS_MAX)),
  /** Whether the visit of an earlier call goes on, however long ago that was. */
  isSameVisit: z.optional(z.boolean()),
});
/** What the search of the form as it opens finds over a saved area. */
const aoiFacts = z.object({
  id,
  /** Scenes that came since the last visit. */
  newCount: z.number().check(z.int(), z.gte(0)),
  /** The newest scene that shows the area: the percent that it covers, and what is clear of that; null if it has no cloud mask. */
  newest: z.nullable(
    z.object({
      scene,
      share: z.number(),
      clear: z.nullable(z.number()),
      isEstimated: z.optional(z.boolean()),
    }),
  ),
  /** The clear mosaic that the search offers, clipped to the area at level L1; null for none, or one that can't be ordered. */
  cover: z.nullable(z.object({ finalPrice: money, scenes: z.number() })),
  /** More scenes than are compared in a list: the search tells about the area. Then nothing else is known. */
  isTooLarge: z.optional(z.boolean()),
});
export type AoiFacts = z.infer<typeof aoiFacts>;
export const aoiFactsReply = z.object({
  /** When the last visit was; null for the first one. */
  since: z.nullable(instant),
  /** Those that one call can tell about; the caller asks again for the others. */
  areas: z.array(aoiFacts),
});
export type AoiFactsReply = z.infer<typeof aoiFactsReply>;

export const saveAoiRequest = z.object({ name, geom: z.string().check(z.minLength(1)) });

/** Facts about a result; additional fields of a client are returned unchanged. */
const resultStatus = z.looseObject({
  /** Number of matching scenes, including those beyond the cap. */
  numberMatched: z.optional(z.number().check(z.int(), z.gte(0))),
  /** When the search was made, ISO 8601 UTC. */
  searchedAt: z.optional(z.string().check(z.maxLength(40))),
});

/** Decision 8: dumpJson holds condition, result and resultStatus. */
export const searchDump = z.object({ condition: searchCondition, result: z.array(scene), resultStatus });
export type SearchDump = z.infer<typeof searchDump>;
/** What a search is restored from: another back end may not have kept its condition. */
const recalledDump = z.object({ ...searchDump.shape, condition: z.nullable(searchCondition) });
/** `leftOut`: how many of its scenes could not be read. */
export type RecalledDump = z.infer<typeof recalledDump> & { leftOut?: number | undefined };

/** §3 Saved search record. */
export const savedSearch = z.object({
  id,
  name: rowName,
  ctime: instant,
  aoiGeom: z.string(),
  skey: z.string(),
  ...outlined,
});
export type SavedSearch = z.infer<typeof savedSearch>;
export const savedSearchDump = z.object({ dumpJson: recalledDump });
/** The server reads only the scene ids, and stores the facts of its own archive. */
export const saveSearchRequest = z.object({
  name,
  aoiGeom: z.string().check(z.minLength(1)),
  dumpJson: z.object({
    condition: searchCondition,
    result: z
      .array(z.object({ id: z.string().check(z.minLength(1), z.maxLength(1_000)) }))
      .check(z.maxLength(SEARCH_CAP_MAX)),
    resultStatus,
  }),
});
export type SaveSearchRequest = z.infer<typeof saveSearchRequest>;
export const saveSearchData = z.object({ id: z.number(), skey: z.string() });

/** Decision 9: 128-bit random keys. */
export const shareParams = z.object({ skey: z.string().check(z.minLength(16), z.maxLength(64)) });
export const sharedSearch = z.object({
  name: z.string(),
  ctime: z.string(),
  aoiGeom: z.string(),
  aoi: z.optional(footprint),
  dumpJson: searchDump,
});
export type SharedSearch = z.infer<typeof sharedSearch>;

/** §3 Scene export task. status 0 in process · 1 done · other failed; times ISO 8601 UTC. */
export const exportTask = z.object({
  id,
  name: rowName,
  status: z.nullable(z.number()),
  expiredTime: z.nullable(instant),
  outPathRel: z.nullable(z.string()),
  /** Extensions: format, time of the request, and progress in percent. */
  type: z.optional(z.enum(EXPORT_TYPES)),
  ctime: z.optional(instant),
  progress: z.optional(z.number()),
});
export type ExportTask = z.infer<typeof exportTask>;
export const renameExportRequest = z.object({ id, name });
/** Decision 10. AOI formats have only aoiWkt; others at most EXPORT_RECORDS_MAX productIds, no aoiWkt. */
export const exportTaskRequest = z.object({
  name,
  type: z.enum(EXPORT_TYPES),
  productIds: z.array(z.string()),
  aoiWkt: z.string(),
});
export type ExportTaskRequest = z.infer<typeof exportTaskRequest>;
