import type { Scene } from '../../../../../contract/search.ts';
import { outlinesOf } from '../../../../geo/antimeridian/outline.ts';
import { polygonsOf, type AreaGeometry } from '../../../../geo/area/areaGeometry.ts';
import { clippedTo } from '../../../../geo/cover/cover.ts';
import { memoBy, memoLast } from '../../../../geo/memo.ts';
import { weekPicture } from '../../../../machines/search/calendar.machine.ts';
import { byId, type Mosaic } from '../../../../machines/search/loadedSet.rules.ts';
import { fadingParts, followFormer, formerMosaic } from './mosaicFade.ts';
import type { PictureLayer } from '../../kernel/layer.ts';
import { rgba, type Ground } from '../../kernel/symbols.ts';
import type { PortalSources } from '../../kernel/usePicture.ts';
import { NUMBERED_MAX, scenesLayer, scenesOnMap } from '../footprints/scenes.ts';

/** Opacity of the mosaic: alone, below selected scenes, below the open one. */
const OPACITY = { alone: 1, chosen: 0.38, open: 0.45 } as const;
/** Width of the white line between two scenes, pixels. */
const SEAM = 1.5;
/** Parts of the mosaic before their pictures have come. */
const BEFORE: Record<Ground, string> = { pale: '#E9ECF0', dark: '#1B242E', imagery: '#E9ECF0' };
const NOTHING = rgba('#000000', 0);

const code = async () => {
  const [draw, { pictureLayer }] = await Promise.all([
    import('../../kernel/draw.ts'),
    import('./ClippedPicture.ts'),
  ]);
  return { ...draw, pictureLayer };
};
type Code = Awaited<ReturnType<typeof code>>;

const groundOf = memoBy(({ parts }: Mosaic) => parts.flatMap(({ area }) => polygonsOf(area)));
/** The lines along which scenes meet, and the mosaic's edge, which the AOI's outline covers. */
const seamsOf = memoBy(({ parts }: Mosaic) => parts.flatMap(({ area }) => outlinesOf(area)));

type Shown = readonly [scenes: readonly Scene[], mosaic: Mosaic, opacity: number, former: Mosaic | null];

/** Quicklooks clipped to the AOI, the clearest on top. @param name tells the layers of two mosaics apart */
const paintMosaic =
  (name: string): PictureLayer<PortalSources, Shown, Code>['paint'] =>
  ([scenes, found, opacity, former], ground, { fillLayer, lineLayers, pictureLayer }) => [
    fillLayer(`deck-${name}-ground`, groundOf(found), rgba(BEFORE[ground], opacity), `${ground} ${opacity}`),
    ...[...found.parts, ...fadingParts(former, found)].toReversed().flatMap(({ id, area }) => {
      const scene = byId(scenes).get(id);
      return (scene && pictureLayer(name, scene, area, opacity)) ?? [];
    }),
    ...lineLayers(
      `deck-${name}-seams`,
      seamsOf(found),
      { line: rgba('#FFFFFF', opacity), lineWidth: SEAM, casing: NOTHING, casingWidth: 0 },
      `${ground} ${opacity}`,
    ),
  ];

/** The clear mosaic of the results. */
const clearMosaic = scenesLayer<Shown, Code>({
  id: 'mosaic',
  place: 45,
  read: ({ scenes, mosaic: found, chosen, open }) => {
    const beside = open !== null ? 'open' : chosen.length > 0 ? 'chosen' : 'alone';
    return found === null ? null : [scenes, found, OPACITY[beside], formerMosaic.get()];
  },
  code,
  paint: paintMosaic('mosaic'),
});

/** The same; its pictures change by a crossfade. */
export const mosaic: typeof clearMosaic = {
  ...clearMosaic,
  subscribe: (from, changed) => {
    const follow = followFormer();
    const look = () => {
      follow(scenesOnMap(from)?.mosaic ?? null);
      changed();
    };
    return [...clearMosaic.subscribe(from, look), formerMosaic.on(changed)];
  },
};

/** The mosaic of a week of the coverage calendar. */
export const weekMosaic: PictureLayer<PortalSources, Shown, Code> = {
  id: 'week',
  place: 46,
  subscribe: (from, changed) => [from.follow('calendar', changed)],
  read: (from) => {
    const calendar = from.actor('calendar');
    const picture = calendar === undefined ? null : weekPicture(calendar.getSnapshot());
    return picture && [picture.scenes, picture.mosaic, OPACITY.alone, null];
  },
  code,
  paint: paintMosaic('week'),
};

/** The part of an AOI that a scene shows; null if none. */
export const partOf = memoBy((scene: Scene) => memoBy((aoi: AreaGeometry) => clippedTo(scene.geometry, aoi)));

interface Picture {
  scene: Scene;
  /** Null for the whole picture. */
  area: AreaGeometry | null;
}

/** Pictures above the mosaic, bottom to top: selected ones in the order of choice, the open one, the hovered one. */
const picturesOf = memoLast(
  (
    scenes: readonly Scene[],
    aoi: AreaGeometry | null,
    chosen: readonly string[],
    open: string | null,
    hovered: string | null,
  ): readonly Picture[] => {
    const clipped = (id: string): Picture[] => {
      const scene = byId(scenes).get(id);
      const area = scene && aoi && partOf(scene)(aoi);
      return scene && area ? [{ scene, area }] : [];
    };
    const whole = open === null ? undefined : byId(scenes).get(open);
    return [
      ...chosen.filter((id) => id !== open && id !== hovered).flatMap(clipped),
      ...(whole === undefined ? [] : [{ scene: whole, area: null }]),
      ...(hovered === null || hovered === open ? [] : clipped(hovered)),
    ];
  },
);
const NONE: readonly string[] = [];

/** Quicklooks of single scenes, above the mosaic and below their outlines. */
export const pictures = scenesLayer<readonly Picture[], Code>({
  id: 'pictures',
  place: 50,
  isHover: true,
  read: ({ scenes, aoi, chosen, open, hovered, carded, isPictured, hasQuicklook }) => {
    const shown = picturesOf(
      scenes,
      aoi,
      isPictured && chosen.length <= NUMBERED_MAX ? chosen : NONE,
      hasQuicklook ? open : null,
      isPictured ? (hovered ?? carded) : null,
    );
    return shown.length === 0 ? null : shown;
  },
  code,
  paint: (shown, _, { pictureLayer }) =>
    shown.flatMap(({ scene, area }) => pictureLayer(area === null ? 'whole' : 'part', scene, area, 1) ?? []),
});
