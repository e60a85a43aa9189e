import { CallError } from '../../../contract/calls/callError.ts';
import type { Id } from '../../../contract/calls/envelope.ts';
import type { ImageryLayer } from '../../../contract/imagery.ts';
import type { SensorType } from '../../../contract/sensors.ts';
import type { AreaGeometry } from '../../geo/aoi.ts';
import { type Bounds, boundsMeet, boundsOf } from '../../geo/entry/bbox.ts';
import { nullIfInvalid } from '../../geo/geometryError.ts';
import { readAreaWkt } from '../../geo/wkt/wkt.ts';
import { messageOrFallback, serverMessageOf } from '../shared/failure.ts';
import { noticeOf, type NoticeRaised } from '../shared/notice.ts';

/** §3 Imagery layer with its client-only flags; opacity in percent. */
export interface PanelLayer extends ImageryLayer {
  _selected: boolean;
  _opacity: number;
  /** The covered area; null if the server doesn't name it. */
  area: AreaGeometry | null;
}

/** A selected layer in the page address. */
export interface LayerChoice {
  /** The layer's id as text. */
  id: string;
  /** Percent. */
  opacity: number;
}

/** Vector data on the map. */
export interface LayerVector {
  id: Id;
  area: AreaGeometry;
}

const OPAQUE = 100;

/** Reads an area from WKT; null if it is missing or invalid. */
export function layerArea(wkt: string | undefined): AreaGeometry | null {
  if (wkt === undefined) return null;
  return nullIfInvalid(() => readAreaWkt(wkt, ['POLYGON', 'MULTIPOLYGON']));
}

/**
 * Merges a new list of layers into the known ones. Known layers keep the user's order; new ones are put on top, the latest
 * (the last of the server's list) uppermost, so that a newly shown layer is visible.
 */
export function withList(known: readonly PanelLayer[], list: readonly ImageryLayer[]): PanelLayer[] {
  const fresh = new Map(list.map((layer) => [layer.id, layer]));
  const before = known.flatMap((old) => {
    const layer = fresh.get(old.id);
    if (layer === undefined) return [];
    fresh.delete(old.id);
    // an unchanged area stays the same object, so that it is not drawn again
    const area = layer.footprint === old.footprint ? old.area : layerArea(layer.footprint);
    return [{ ...layer, _selected: old._selected, _opacity: old._opacity, area }];
  });
  const added = [...fresh.values()].map((layer) => ({
    ...layer,
    _selected: false,
    _opacity: OPAQUE,
    area: layerArea(layer.footprint),
  }));
  return [...added.toReversed(), ...before];
}

/** Selects exactly these layers, uppermost first; unknown ones are left out. */
export function withChoices(
  layers: readonly PanelLayer[],
  choices: readonly LayerChoice[],
): readonly PanelLayer[] {
  const chosen = choices.flatMap(({ id, opacity }) => {
    const layer = layers.find((one) => String(one.id) === id);
    return layer === undefined ? [] : [{ ...layer, _selected: true, _opacity: opacity }];
  });
  const others = layers.filter(({ id }) => !choices.some((choice) => choice.id === String(id)));
  return [...chosen, ...others.map((layer) => ({ ...layer, _selected: false }))];
}

/** Changes one layer; the others stay the same objects. */
export function withLayer(
  layers: readonly PanelLayer[],
  id: Id,
  patch: Partial<Pick<PanelLayer, '_selected' | '_opacity'>>,
): readonly PanelLayer[] {
  return layers.map((layer) => (layer.id === id ? { ...layer, ...patch } : layer));
}

/** Moves a layer to another place of the list; 0 is the uppermost. */
export function movedLayer(layers: readonly PanelLayer[], id: Id, to: number): readonly PanelLayer[] {
  const moved = layers.find((layer) => layer.id === id);
  if (moved === undefined) return layers;
  const others = layers.filter((layer) => layer !== moved);
  const at = Math.min(Math.max(0, to), others.length);
  return layers[at] === moved ? layers : [...others.slice(0, at), moved, ...others.slice(at)];
}

/** The names of selected layers that a new list lacks: access was revoked, or they were removed. */
export function goneNames(known: readonly PanelLayer[], list: readonly ImageryLayer[]): string[] {
  return known
    .filter(({ id, _selected }) => _selected && !list.some((layer) => layer.id === id))
    .map(({ name }) => name);
}

/** Decision 33: writes the selected layers as `id` or `id:opacity`, uppermost first; null if none is selected. */
export function writtenLayers(layers: readonly PanelLayer[]): string | null {
  const chosen = layers.filter(({ _selected }) => _selected);
  const parts = chosen.map(({ id, _opacity }) => {
    const name = encodeURIComponent(id);
    return _opacity === OPAQUE ? name : `${name}:${_opacity}`;
  });
  return parts.length === 0 ? null : parts.join(',');
}

/** A part of an address without its escapes; null if they are wrong. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Reads the layers in an address; invalid parts are left out. */
export function readLayers(text: string | null | undefined): LayerChoice[] {
  const read = (text ?? '').split(',').flatMap((part): LayerChoice[] => {
    const [, name, opacity] = /^([^:]{1,64})(?::(\d{1,3}))?$/.exec(part) ?? [];
    const id = name === undefined ? null : decoded(name);
    if (id === null) return [];
    return [{ id, opacity: Math.min(OPAQUE, Number(opacity ?? OPAQUE)) }];
  });
  return read.filter(({ id }, at) => read.findIndex((one) => one.id === id) === at);
}

/** The notice for vector data that can't be loaded (§8: 'no associated data' is not an error). */
export function vectorNotice(error: unknown): NoticeRaised {
  if (error instanceof CallError && error.kind === 'refused')
    return noticeOf('vector', 'info', serverMessageOf(error) ?? NO_VECTOR);
  return noticeOf('vector', 'error', messageOrFallback(error, 'errors.vectorNotLoaded'));
}

/** §8 Layer without vector data. */
export const NO_VECTOR = { key: 'errors.noAssociatedData' };

/** What the list of layers is limited to. */
export interface LayerFilter {
  /** A part of the name or description; '' for all. */
  text: string;
  sensorType: SensorType | null;
  /** UTC days as YYYY-MM-DD; '' for no limit. */
  from: string;
  to: string;
}
export const NO_FILTER: LayerFilter = { text: '', sensorType: null, from: '', to: '' };

/** Whether a layer is listed. One without a date or sensor is not of the days or the sensor that are wanted. */
export function fitsFilter(layer: ImageryLayer, { text, sensorType, from, to }: LayerFilter): boolean {
  const words = text.toLowerCase().split(/\s+/);
  const searched = `${layer.name} ${layer.description}`.toLowerCase();
  const day = layer.acquired?.slice(0, 10) ?? '';
  return (
    words.every((word) => searched.includes(word)) &&
    (sensorType === null || layer.sensorType === sensorType) &&
    (from === '' || day >= from) &&
    (to === '' || (day !== '' && day <= to))
  );
}

/** Layers with a date and a place, uppermost first. */
const datedOf = (layers: readonly PanelLayer[]) =>
  layers.flatMap(({ id, area, acquired, _selected }) => {
    if (area === null || typeof acquired !== 'string') return [];
    return { id, isShown: _selected, bounds: boundsOf(area), time: Date.parse(acquired) };
  });
type Dated = ReturnType<typeof datedOf>[number];

/**
 * Two dates to compare. With a dated layer on the map: the uppermost one, and over its place the other one there or else
 * the one that is nearest in time. Otherwise the two newest over the AOI. Null if there are no two.
 */
export function twoDates(
  layers: readonly PanelLayer[],
  aoi: AreaGeometry | null,
): { before: Id; after: Id } | null {
  const dated = datedOf(layers);
  const top = dated.find(({ isShown }) => isShown);
  const place = top?.bounds ?? (aoi && boundsOf(aoi));
  if (place === null) return null;
  const here = dated.filter(({ bounds }) => boundsMeet(bounds, place)).toSorted((a, b) => b.time - a.time);
  const one = top ?? here[0];
  if (one === undefined) return null;
  const far = ({ time }: Dated) => Math.abs(time - one.time);
  const [other] = here
    .filter(({ time }) => time !== one.time)
    .toSorted((a, b) => Number(b.isShown) - Number(a.isShown) || far(a) - far(b));
  if (other === undefined) return null;
  return other.time < one.time ? { before: other.id, after: one.id } : { before: one.id, after: other.id };
}

/** Whether nothing of a layer on the map can be seen, because it lies outside the view. */
export const isOutside = ({ area, _selected }: PanelLayer, view: Bounds | null): boolean =>
  _selected && area !== null && view !== null && !boundsMeet(boundsOf(area), view);
