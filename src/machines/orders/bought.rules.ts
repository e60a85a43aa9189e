import type { PriceResult } from '../../../contract/orders/orders.ts';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { differenceOf, sharedAreaKm2 } from '../../geo/cover/cover.ts';
import { unionOf } from '../../geo/cover/union.ts';
import {
  areMeasured,
  coveredKm2,
  estimateOf,
  type Overlap,
  type Pricing,
  shareOfScene,
  shareTogether,
  suppliersOf,
} from '../search/results.rules.ts';
import { billedTwice } from './orderWarnings.rules.ts';
import type { ProductDraft } from './product.rules.ts';

/** The fields of a scene order. */
export interface SceneDraft extends ProductDraft {
  /** The scenes that are ordered, in this order; absent: those that the form began with. */
  productIds?: string[];
  /** Of these, the ones whose clip is widened to the minimum area. */
  filled?: string[];
  /** Scenes that were taken instead of others. */
  added?: Scene[];
}

/** The scenes that the form began with, and the area. */
export interface Orderable {
  scenes: readonly Scene[];
  aoi: Aoi;
  /** Whether the back end widens a clip to the minimum area. */
  canFill?: boolean | undefined;
}

/** The scenes of the draft; those of the form if it names none that is known. */
export function orderedScenes(
  { productIds = [], added = [] }: Pick<SceneDraft, 'productIds' | 'added'>,
  { scenes }: Pick<Orderable, 'scenes'>,
): Scene[] {
  const byId = new Map([...added, ...scenes].map((scene) => [scene.id, scene]));
  const ordered = productIds.flatMap((id) => byId.get(id) ?? []);
  return ordered.length > 0 ? ordered : [...scenes];
}

/** The sources of the ordered scenes. */
export const orderedSources = (draft: SceneDraft, input: Orderable): (string | null)[] =>
  orderedScenes(draft, input).map(({ properties }) => properties.sourceCode);

/** A scene of an order: what it covers of the AOI, and what is billed for it. Areas in km². */
export interface BoughtScene {
  scene: Scene;
  coveredKm2: number;
  /** Of the AOI, 0..1. */
  share: number;
  /** Null without a price. */
  billedKm2: number | null;
  cents: number | null;
  /** Whether the minimum area makes the price. */
  isMinimum: boolean;
  /** Whether over twice what it covers is billed. */
  isMarked: boolean;
  /** Whether it is marked, and its part of the AOI so small that its picture would hardly be seen. */
  isSliver: boolean;
  isFilled: boolean;
  /** What widening its clip adds at no cost, km²; 0 if it can't. */
  fillKm2: number;
}

/** What an order buys. */
export interface Bought {
  scenes: BoughtScene[];
  /** The scenes that the form began with and that are not ordered. */
  leftOut: Scene[];
  /** Whether the scenes are those that the form began with. */
  isAsBegun: boolean;
  /** Together, of the AOI; null if there are too many to unite at once. */
  share: number | null;
  coveredKm2: number | null;
  overlap: Overlap | null;
}

interface BoughtForm<Fields extends keyof SceneDraft> {
  draft: Pick<SceneDraft, Fields>;
  input: Orderable;
  price: PriceResult | null;
}
type BoughtFields = 'productIds' | 'added' | 'filled' | 'cropByAoi';

/** A marked scene with less than this share of the AOI is a sliver. */
const SLIVER = 0.1;

/** What the form would buy: each scene and all of them. */
export function boughtOf({ draft, input, price }: BoughtForm<BoughtFields>): Bought {
  const { aoi, canFill } = input;
  const scenes = orderedScenes(draft, input);
  const lines = new Map(price?.lines?.map((line) => [line.productId, line]));
  const share = shareTogether(scenes, aoi);
  const leftOut = input.scenes.filter((scene) => !scenes.includes(scene));
  return {
    leftOut,
    isAsBegun: leftOut.length === 0 && scenes.length === input.scenes.length,
    scenes: scenes.map((scene): BoughtScene => {
      const covered = coveredKm2(scene, aoi);
      const line = lines.get(scene.id);
      const billedKm2 = line?.valuationArea ?? null;
      const isMinimum = billedKm2 !== null && billedKm2 === price?.minimumArea && covered < billedKm2;
      const whole = scene.properties.area ?? 0;
      const isMarked = billedKm2 !== null && billedKm2 > 2 * covered;
      const ofAoi = shareOfScene(scene, aoi);
      const more = isMinimum ? Math.min(billedKm2, whole) - covered : 0;
      return {
        scene,
        coveredKm2: covered,
        share: ofAoi,
        billedKm2,
        cents: line?.finalPrice ?? null,
        isMinimum,
        isMarked,
        isSliver: isMarked && ofAoi < SLIVER,
        isFilled: draft.filled?.includes(scene.id) ?? false,
        fillKm2: draft.cropByAoi && canFill === true && more >= 0.01 ? more : 0,
      };
    }),
    share,
    coveredKm2: share === null ? null : share * aoi.areaKm2,
    overlap: billedTwice(scenes, aoi, draft.cropByAoi, price),
  };
}

type Chosen = readonly [draft: SceneDraft, input: Orderable];
const chosenIds = ([draft, input]: Chosen): string[] => orderedScenes(draft, input).map(({ id }) => id);

/** The change of the draft that leaves out a scene. */
export const leavingOut = (id: string, ...chosen: Chosen): Partial<SceneDraft> => ({
  productIds: chosenIds(chosen).filter((other) => other !== id),
});

/** The change that puts back a scene that was left out. */
export const puttingBack = (id: string, ...chosen: Chosen): Partial<SceneDraft> => ({
  productIds: [...chosenIds(chosen), id],
});

/** The change that widens a scene's clip to the minimum area, or takes that back. */
export const filling = (id: string, { filled = [] }: SceneDraft): Partial<SceneDraft> => ({
  filled: filled.includes(id) ? filled.filter((other) => other !== id) : [...filled, id],
});

/** The change that takes another scene in the place of one. */
export const takingInstead = (id: string, scene: Scene, ...chosen: Chosen): Partial<SceneDraft> => ({
  productIds: chosenIds(chosen).map((other) => (other === id ? scene.id : other)),
  added: [...(chosen[0].added ?? []), scene],
});

/** An order of less than this share of the AOI asks once more. */
const DOUBTFUL = 0.01;

/** Whether the ordered scenes cover so little that Submit asks once more. */
export function isDoubtful(draft: SceneDraft, input: Orderable): boolean {
  const share = shareTogether(orderedScenes(draft, input), input.aoi);
  return share !== null && share < DOUBTFUL;
}

/** A scene to take instead of another: what all then cover, and what the order then costs more or less. */
export interface Instead {
  scene: Scene;
  /** Of the AOI, 0..1. */
  share: number;
  /** Integer cents. */
  moreCents: number;
}

/** The scenes with the largest parts of the AOI, of which one is proposed. */
const TRIED = 40;

/**
 * The scene of the search that covers most of what the other ordered scenes leave open, to take instead of one that covers too
 * little for its price.
 * @param search.others the scenes of the search
 * @returns null if none covers more, or its price isn't known
 */
export function insteadOf(
  { draft, input, price }: BoughtForm<BoughtFields | 'productLevel'>,
  id: string,
  { others, pricing }: { others: readonly Scene[]; pricing: Pricing | null },
): Instead | null {
  const { aoi } = input;
  const ordered = orderedScenes(draft, input);
  const replaced = ordered.find((scene) => scene.id === id);
  if (price === null || pricing === null || !draft.cropByAoi || replaced === undefined) return null;
  const kept = ordered.filter((scene) => scene !== replaced);
  const taken = kept.length === 0 ? null : unionOf(kept.map(({ geometry }) => geometry));
  const open = taken === null ? aoi.geometry : differenceOf(aoi.geometry, taken);
  if (open === null) return null;
  const [supplier] = suppliersOf([replaced]);
  const gained = (scene: Scene) => sharedAreaKm2(scene.geometry, open);
  const tried = others
    .filter((scene) => scene.properties.supplier === supplier && areMeasured([scene], aoi))
    .filter((scene) => !ordered.some((one) => one.id === scene.id))
    .toSorted((a, b) => coveredKm2(b, aoi) - coveredKm2(a, aoi))
    .slice(0, TRIED)
    .map((scene) => ({ scene, km2: gained(scene) }));
  const [best] = tried.toSorted((a, b) => b.km2 - a.km2);
  // twice as much at least, or there is little to win
  if (best === undefined || best.km2 < 2 * gained(replaced) || best.km2 < 0.01) return null;
  const scenes = ordered.map((scene) => (scene === replaced ? best.scene : scene));
  const share = shareTogether(scenes, aoi);
  const estimate = estimateOf(scenes, aoi, pricing, draft.productLevel);
  if (share === null || estimate === null) return null;
  return { scene: best.scene, share, moreCents: estimate.cents - price.finalPrice };
}
