import { randomOf, type Random } from '../../server/simulator/archive/random.ts';

/** Things of the running server that requests name. */
export interface World {
  /** Scenes around Singapore of one supplier. */
  productIds: readonly string[];
  /** Values of fields by their names, e.g. `layerId`. */
  fields: Readonly<Record<string, unknown>>;
}

/** A factor: a part of a request at its largest. */
export type Part = (random: Random, world: World) => unknown;
export type Variants = Readonly<Record<string, Part>>;
/** A place of a request, and the factors that it can have. */
export interface Slot {
  name: string;
  place: readonly string[];
  variants: Variants;
}

/** A request without its address and its caller. */
export interface CostRequest {
  method: string;
  path: string;
  body?: string;
}

/** A call that is attacked. */
export interface Target {
  call: string;
  slots: readonly Slot[];
  isAnonymous: boolean;
  build(
    chosen: readonly { place: readonly string[]; part: Part }[],
    random: Random,
    world: World,
  ): CostRequest;
}

/** A call with some of its factors: `clearShares body.aoiWkt=comb body.productIds=same`. */
export type ComboName = string;

/** Draws up to three factors of a target. */
export function comboOf({ call, slots }: Target, random: Random): ComboName {
  const left = [...slots];
  const count = Math.min(left.length, random() < 0.5 ? 2 : 3);
  const chosen = Array.from({ length: count }, () => {
    const [slot] = left.splice(Math.floor(random() * left.length), 1);
    const names = Object.keys(slot!.variants);
    return `${slot!.name}=${names[Math.floor(random() * names.length)]}`;
  });
  return [call, ...chosen.sort()].join(' ');
}

/** The request of a combination: the same for the same seed and name. @throws Error if there is no such factor */
export function requestOf(target: Target, name: ComboName, seed: string, world: World): CostRequest {
  const factors = name.slice(target.call.length).split(' ').filter(Boolean);
  const chosen = factors.map((factor) => {
    const [slotName, variant = ''] = factor.split('=');
    const slot = target.slots.find((one) => one.name === slotName);
    const part = slot?.variants[variant];
    if (!slot || !part) throw new Error(`${target.call} has no factor ${factor}`);
    return { place: slot.place, part };
  });
  return target.build(chosen, randomOf(`${seed} ${name}`), world);
}
