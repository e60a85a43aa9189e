import type { ImageryLayer } from '../../../contract/imagery.ts';
import { ANALYTICS_PIXELS_MAX, areaCapKm2, VALUES } from '../../../contract/limits.ts';
import { type Aoi, aoiOf, type AreaGeometry } from '../../geo/aoi.ts';
import { boundsMeet, boundsOf } from '../../geo/entry/bbox.ts';
import { GeometryError } from '../../geo/geometryError.ts';
import { readAreaWkt } from '../../geo/wkt/wkt.ts';
import type { AnalysisRequest, Question } from '../../raster/analyse.ts';
import { type BandRole, placeOfRole } from '../../raster/bands.ts';
import { formulaOf, INDEX_NAMES, type IndexName, rolesOf } from '../../raster/formulas.ts';
import { gridOver } from '../../raster/grid.ts';
import { geometryRefusal } from '../aoi/aoi.rules.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { AnalysedLayer } from './ownImages.machine.ts';

/** An area, or why it is none. */
export type AreaReading = { aoi: Aoi } | { refusal: NoticeText };

/** Reads an area. @param geometry throws GeometryError */
export function readingOf(geometry: () => AreaGeometry): AreaReading {
  try {
    return { aoi: aoiOf(geometry()) };
  } catch (error) {
    if (error instanceof GeometryError) return { refusal: geometryRefusal(error) };
    throw error;
  }
}

/** The AOI from the portal; null if it is unreadable. */
export function portalAoi(text: string | null): Aoi | null {
  if (text === null) return null;
  const read = readingOf(() => readAreaWkt(text, ['POLYGON', 'MULTIPOLYGON']));
  return 'aoi' in read ? read.aoi : null;
}

/** The fields of the form. Bands are counted from 0. */
export interface AnalysisDraft {
  task: Question['kind'];
  layerId: number | null;
  /** The layer that a change is measured from. */
  earlierId: number | null;
  index: IndexName;
  /** The bands of an index that takes any two. */
  first: number;
  second: number;
  /** Number of classes of similar pixels. */
  count: number;
}

/** The names of a layer's bands, '' for one without. */
export function namesOf({ bandNames, bands }: Pick<ImageryLayer, 'bandNames' | 'bands'>): readonly string[] {
  return bandNames ?? Array.from({ length: bands ?? 0 }, () => '');
}

/** The label of a band: its name, or its number from 1. */
export function bandLabel(names: readonly string[], band: number): string {
  return names[band] || String(band + 1);
}

/** The roles that an index needs and a layer lacks; `difference` and `ratio` need only two bands. */
export function missingRoles(index: IndexName, layer: ImageryLayer): readonly BandRole[] {
  const names = namesOf(layer);
  return rolesOf(index).filter((role) => placeOfRole(names, role) === -1);
}

export function isIndexOffered(index: IndexName, layer: ImageryLayer): boolean {
  return missingRoles(index, layer).length === 0 && namesOf(layer).length >= 2;
}

/** The first index that a layer has the bands for. */
export function firstIndex(layer: ImageryLayer): IndexName {
  return INDEX_NAMES.find((index) => isIndexOffered(index, layer)) ?? 'ndvi';
}

/** Pixel size in metres of EPSG:3857 if the server doesn't state it: finer than any picture. */
const FINEST = 0.1;

function refusalOfBands(draft: AnalysisDraft, layer: ImageryLayer): NoticeText {
  const names = namesOf(layer);
  const listed = names.map((_, band) => bandLabel(names, band)).join(', ');
  const needed = rolesOf(draft.index).join(', ');
  return needed === ''
    ? { key: 'errors.analytics.twoBands', params: { layer: layer.name } }
    : { key: 'errors.analytics.bandsMissing', params: { needed, layer: layer.name, bands: listed } };
}

/** The area of a layer if it is known; an unreadable outline counts as unknown. */
function isElsewhere({ footprint }: ImageryLayer, aoi: Aoi): boolean {
  if (footprint === undefined) return false;
  try {
    return !boundsMeet(boundsOf(readAreaWkt(footprint, ['POLYGON', 'MULTIPOLYGON'])), aoi.bbox);
  } catch {
    return false;
  }
}

/** The layer of a new form: among those that show the AOI, the first with the bands for NDVI. */
export function firstLayer<Layer extends ImageryLayer>(
  layers: readonly Layer[],
  aoi: Aoi | null,
): Layer | undefined {
  const near = aoi === null ? layers : layers.filter((layer) => !isElsewhere(layer, aoi));
  return near.find((layer) => isIndexOffered('ndvi', layer)) ?? near[0] ?? layers[0];
}

interface AnalysisForm {
  draft: AnalysisDraft;
  layers: readonly AnalysedLayer[];
  aoi: Aoi | null;
  utype: number;
}

function layersOf({ draft, layers }: AnalysisForm): { read: AnalysedLayer[] } | { refusal: NoticeText } {
  const layer = layers.find(({ id }) => id === draft.layerId);
  if (layer === undefined) return { refusal: { key: 'errors.analytics.layerMissing' } };
  if (draft.task !== 'change') return { read: [layer] };
  const earlier = layers.find(({ id }) => id === draft.earlierId);
  if (earlier === undefined) return { refusal: { key: 'errors.analytics.earlierMissing' } };
  return earlier.id === layer.id
    ? { refusal: { key: 'errors.analytics.sameLayer' } }
    : { read: [layer, earlier] };
}

function questionOf(
  draft: AnalysisDraft,
  [layer, earlier]: readonly ImageryLayer[],
): { question: Question; bands: number[][] } | { refusal: NoticeText } {
  if (layer === undefined) throw new Error('no layer was chosen');
  if (draft.task === 'classes') {
    const bands = namesOf(layer).map((_, band) => band);
    return { question: { kind: 'classes', count: draft.count }, bands: [bands.slice(0, VALUES.bands)] };
  }
  const pair = [draft.first, draft.second] as const;
  const { index } = draft;
  const formula = formulaOf(index, namesOf(layer), pair);
  if (formula === null) return { refusal: refusalOfBands(draft, layer) };
  if (earlier === undefined) return { question: { kind: 'index', index, formula }, bands: [formula.bands] };
  const before = formulaOf(index, namesOf(earlier), pair);
  if (before === null) return { refusal: refusalOfBands(draft, earlier) };
  return {
    question: { kind: 'change', index, formula, earlier: before },
    bands: [formula.bands, before.bands],
  };
}

/** The request of a form, or why it can't be analysed. */
export function requestOf(form: AnalysisForm): { request: AnalysisRequest } | { refusal: NoticeText } {
  const { draft, aoi, utype } = form;
  const found = layersOf(form);
  if ('refusal' in found) return found;
  const closed = found.read.find(({ own }) => own?.facts === null);
  if (closed !== undefined)
    return { refusal: { key: 'errors.analytics.notOpen', params: { layer: closed.name } } };
  const made = questionOf(draft, found.read);
  if ('refusal' in made) return made;
  if (aoi === null) return { refusal: { key: 'errors.aoiMissing' } };
  const limit = areaCapKm2(utype);
  if (aoi.areaKm2 > limit) return { refusal: { key: 'errors.areaOverLimit', params: { limit } } };
  const elsewhere = found.read.find((layer) => isElsewhere(layer, aoi));
  if (elsewhere !== undefined)
    return { refusal: { key: 'errors.analytics.elsewhere', params: { layer: elsewhere.name } } };
  // two layers can only be compared at the resolution of the coarser one
  const finest = Math.max(...found.read.map(({ mercatorMetres }) => mercatorMetres ?? FINEST));
  return {
    request: {
      question: made.question,
      area: aoi.geometry,
      grid: gridOver(aoi.geometry, finest, ANALYTICS_PIXELS_MAX),
      reads: found.read.map(({ id, own }, at) => ({
        layerId: id,
        bands: made.bands[at] ?? [],
        image: own?.image ?? null,
      })),
    },
  };
}
