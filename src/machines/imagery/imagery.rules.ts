import { CallError } from '../../../contract/callError.ts';
import type { ImageryLayer } from '../../../contract/imagery.ts';
import type { AreaGeometry } from '../../geo/aoi.ts';
import { GeometryError } from '../../geo/geometryError.ts';
import { readAreaWkt } from '../../geo/wkt/wkt.ts';
import { messageOrFallback, serverMessageOf } from '../shared/failure.ts';
import { noticeOf, type NoticeRaised } from '../shared/notice.ts';

/** §3 Imagery layer with its client-only flags; opacity in percent. */
export interface PanelLayer extends ImageryLayer {
  _selected: boolean;
  _opacity: number;
  /** What it covers; null where the server does not say. */
  area: AreaGeometry | null;
}

/** A layer on the map, as the page address names it. */
export interface LayerChoice {
  id: number;
  /** Percent. */
  opacity: number;
}

/** Vector data that is shown on the map. */
export interface LayerVector {
  id: number;
  area: AreaGeometry;
}

const OPAQUE = 100;
/** An address names no more layers than this. */
const CHOICES_MAX = 50;

/** An area as the server writes it (WKT); null for a text that is none. */
export function layerArea(wkt: string | undefined): AreaGeometry | null {
  if (wkt === undefined) return null;
  try {
    return readAreaWkt(wkt, ['POLYGON', 'MULTIPOLYGON']);
  } catch (error) {
    if (error instanceof GeometryError) return null;
    throw error;
  }
}

/**
 * The layers that came, in the order that the person gave those that were there before. New ones lie above them, the latest
 * (the server gives it last) uppermost: whoever shows one sees it.
 */
export function withList(known: readonly PanelLayer[], list: readonly ImageryLayer[]): PanelLayer[] {
  const came = new Map(list.map((layer) => [layer.id, layer]));
  const before = known.flatMap((old) => {
    const layer = came.get(old.id);
    if (layer === undefined) return [];
    came.delete(old.id);
    // the same area stays the same object: nothing is drawn anew
    const area = layer.footprint === old.footprint ? old.area : layerArea(layer.footprint);
    return [{ ...layer, _selected: old._selected, _opacity: old._opacity, area }];
  });
  const added = [...came.values()].map((layer) => ({
    ...layer,
    _selected: false,
    _opacity: OPAQUE,
    area: layerArea(layer.footprint),
  }));
  return [...added.toReversed(), ...before];
}

/** Exactly these are selected, uppermost first; what is not there is left out. */
export function withChoices(
  layers: readonly PanelLayer[],
  choices: readonly LayerChoice[],
): readonly PanelLayer[] {
  const chosen = choices.flatMap(({ id, opacity }) => {
    const layer = layers.find((one) => one.id === id);
    return layer === undefined ? [] : [{ ...layer, _selected: true, _opacity: opacity }];
  });
  const others = layers.filter(({ id }) => !choices.some((choice) => choice.id === id));
  return [...chosen, ...others.map((layer) => ({ ...layer, _selected: false }))];
}

/** One layer with other values; the others stay the same objects. */
export function withLayer(
  layers: readonly PanelLayer[],
  id: number,
  patch: Partial<Pick<PanelLayer, '_selected' | '_opacity'>>,
): readonly PanelLayer[] {
  return layers.map((layer) => (layer.id === id ? { ...layer, ...patch } : layer));
}

/** A layer at another place of the list, counted from the uppermost, 0. */
export function movedLayer(layers: readonly PanelLayer[], id: number, to: number): readonly PanelLayer[] {
  const moved = layers.find((layer) => layer.id === id);
  if (moved === undefined) return layers;
  const others = layers.filter((layer) => layer !== moved);
  const at = Math.min(Math.max(0, to), others.length);
  return layers[at] === moved ? layers : [...others.slice(0, at), moved, ...others.slice(at)];
}

/** Names of selected layers that are not in a new list: the right to see them was taken away, or they were removed. */
export function goneNames(known: readonly PanelLayer[], list: readonly ImageryLayer[]): string[] {
  return known
    .filter(({ id, _selected }) => _selected && !list.some((layer) => layer.id === id))
    .map(({ name }) => name);
}

/** Decision 33: the selected layers in the address, `id` or `id:opacity`, uppermost first; null for none. */
export function writtenLayers(layers: readonly PanelLayer[]): string | null {
  const chosen = layers.filter(({ _selected }) => _selected).slice(0, CHOICES_MAX);
  const parts = chosen.map(({ id, _opacity }) => (_opacity === OPAQUE ? `${id}` : `${id}:${_opacity}`));
  return parts.length === 0 ? null : parts.join(',');
}

/** What an address names; parts that name no layer are left out. */
export function readLayers(text: string | null | undefined): LayerChoice[] {
  const read = (text ?? '').split(',').flatMap((part): LayerChoice[] => {
    const [, id, opacity] = /^(\d{1,9})(?::(\d{1,3}))?$/.exec(part) ?? [];
    if (id === undefined) return [];
    return [{ id: Number(id), opacity: Math.min(OPAQUE, Number(opacity ?? OPAQUE)) }];
  });
  return read.filter(({ id }, at) => read.findIndex((one) => one.id === id) === at).slice(0, CHOICES_MAX);
}

/** What is said when vector data does not come (§8: 'no associated data' is no error). */
export function vectorNotice(error: unknown): NoticeRaised {
  if (error instanceof CallError && error.kind === 'refused')
    return noticeOf('info', serverMessageOf(error) ?? NO_VECTOR);
  return noticeOf('error', messageOrFallback(error, 'errors.vectorNotLoaded'));
}

/** §8 Layer without vector data. */
export const NO_VECTOR = { key: 'errors.noAssociatedData' };
