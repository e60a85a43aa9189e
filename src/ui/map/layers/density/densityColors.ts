import { rgba, type BaseGround, type Rgba } from '../../kernel/symbols.ts';

/**
 * Quiet grey-blues, which leave the accent to the selected footprints. Each step contrasts more with the ground and
 * hides more of it.
 */
const HEXES: Record<BaseGround, readonly string[]> = {
  pale: ['#A9BACB', '#93A8BD', '#7B94AD', '#63809C', '#4C6B89', '#365573'],
  dark: ['#4A5D71', '#5D7389', '#738AA1', '#8CA2B8', '#A8BBCE', '#C6D5E4'],
};
const OPACITIES = [0.34, 0.41, 0.48, 0.55, 0.61, 0.68];

const colorsOf = (hexes: readonly string[]) => hexes.map((hex, at) => rgba(hex, OPACITIES[at]));
const COLORS: Record<BaseGround, readonly Rgba[]> = {
  pale: colorsOf(HEXES.pale),
  dark: colorsOf(HEXES.dark),
};

/** The colours of the density's steps, the palest first. */
export const densityColors = (ground: BaseGround): readonly Rgba[] => COLORS[ground];
