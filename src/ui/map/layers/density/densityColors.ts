import { rgba, type BaseGround, type Rgba } from '../../kernel/symbols.ts';

/**
 * Quiet grey-blues, which leave the accent to the selected footprints. Each step contrasts more with the ground and
 * hides more of it; the dark ground stays as dark as below hairlines.
 */
const COLORS: Record<BaseGround, readonly Rgba[]> = {
  pale: [
    rgba('#A9BACB', 0.34),
    rgba('#93A8BD', 0.41),
    rgba('#7B94AD', 0.48),
    rgba('#63809C', 0.55),
    rgba('#4C6B89', 0.61),
    rgba('#365573', 0.68),
  ],
  dark: [0.08, 0.14, 0.2, 0.26, 0.32, 0.4].map((opacity) => rgba('#AEBCCB', opacity)),
};

/** The colours of the density's steps, the palest first. */
export const densityColors = (ground: BaseGround): readonly Rgba[] => COLORS[ground];
