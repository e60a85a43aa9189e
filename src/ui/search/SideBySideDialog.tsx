import { useSelector } from '@xstate/react';
import { Fullscreen, X, ZoomIn, ZoomOut } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { quadMatrix } from '../../geo/scenes/quadMatrix.ts';
import { isLookingSideBySide, outlineInPane, quicklookInPane } from '../../machines/search/look.machine.ts';
import { useActorOf } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { IconButton } from '../shared/kit/actions/IconButton.tsx';
import { useElementSize } from '../shared/kit/layout/useElementSize.ts';
import { Dialog } from '../shared/kit/overlays/Dialog.tsx';
import { SceneLine, SelectScene } from './FlipCard.tsx';
import { sceneName } from './SceneParts.tsx';
import './details.css';

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;
/** Side of the picture before it is laid onto its footprint, pixels: that of a quicklook. */
const SIDE = 512;

/** The quicklooks of two to four scenes, with one view and one crosshair. */
export function SideBySideDialog() {
  return useSelector(useActorOf('look'), isLookingSideBySide) ? <OpenDialog /> : null;
}

function OpenDialog() {
  const t = useT();
  const look = useActorOf('look');
  const { scenes, aoi } = useSelector(look, ({ context }) => context);
  const zoom = (factor: number) => look.send({ type: 'panes.zoomed', factor, at: [0, 0] });
  const close = () => look.send({ type: 'look.closed' });
  if (aoi === null) return null;
  return (
    <Dialog
      title={t('look.title')}
      subtitle={t('look.how')}
      width={1080}
      onClose={close}
      footer={
        <>
          <span className="gt-look__tools gt-flex gt-gap-4">
            <IconButton
              label={t('look.zoomIn')}
              icon={<ZoomIn {...ICON} />}
              onPress={() => zoom(1 / ZOOM_STEP)}
            />
            <IconButton
              label={t('look.zoomOut')}
              icon={<ZoomOut {...ICON} />}
              onPress={() => zoom(ZOOM_STEP)}
            />
            <IconButton
              label={t('look.fit')}
              icon={<Fullscreen {...ICON} />}
              onPress={() => look.send({ type: 'panes.fitted' })}
            />
          </span>
          <Button variant="primary" onPress={close}>
            {t('look.done')}
          </Button>
        </>
      }
    >
      <ul className="gt-look gt-gap-16 gt-grid" data-count={scenes.length}>
        {scenes.map((scene) => (
          <li key={scene.id} className="gt-stack gt-gap-8 gt-shrink">
            <Pane scene={scene} aoi={aoi} />
            <footer className="gt-flex gt-start gt-gap-8">
              <SelectScene scene={scene} />
              <SceneLine scene={scene} aoi={aoi} />
              <ClosePane scene={scene} />
            </footer>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** A scene's quicklook on its footprint, under the AOI's outline. */
function Pane({ scene, aoi }: { scene: Scene; aoi: Aoi }) {
  const t = useT();
  const pane = useRef<HTMLDivElement>(null);
  const size = useElementSize(pane);
  const view = useSelector(useActorOf('look'), ({ context }) => context.view);
  const gestures = usePaneGestures(pane);
  const { quicklookUrl } = scene.properties;
  const [failed, setFailed] = useState(false);
  const isMeasured = size.width > 0 && size.height > 0;
  const style: CSSProperties | undefined = isMeasured
    ? { transform: `matrix3d(${quadMatrix(SIDE, SIDE, quicklookInPane(scene, view, size)).join()})` }
    : undefined;
  return (
    // moved as a map is, by keys that a group has no use for
    <div
      ref={pane}
      role="application"
      className="gt-look__pane gt-round-field gt-clip gt-anchor gt-sunken"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={t('details.quicklookOf', { scene: sceneName(scene) })}
      aria-roledescription={t('look.pane')}
      {...gestures}
    >
      {quicklookUrl === null || failed ? (
        <p className="gt-tall gt-centre gt-quiet">{t('results.noPicture')}</p>
      ) : (
        isMeasured && (
          <img
            className="gt-look__picture gt-placed gt-through"
            style={style}
            src={quicklookUrl}
            width={SIDE}
            height={SIDE}
            alt=""
            draggable={false}
            onError={() => setFailed(true)}
          />
        )
      )}
      {isMeasured && (
        <svg
          className="gt-look__outline gt-drawn-line gt-placed gt-tall gt-wide gt-through"
          aria-hidden="true"
        >
          <path d={outlineInPane(aoi.geometry, view, size)} />
          <path d={outlineInPane(aoi.geometry, view, size)} />
        </svg>
      )}
      <span className="gt-look__cross gt-placed gt-round gt-through" aria-hidden="true" />
    </div>
  );
}

/** Takes a scene out of a comparison of three or four. */
function ClosePane({ scene }: { scene: Scene }) {
  const t = useT();
  const look = useActorOf('look');
  const canClose = useSelector(look, (snapshot) => snapshot.can({ type: 'pane.closed', id: scene.id }));
  if (!canClose) return null;
  return (
    <IconButton
      size="small"
      label={t('look.takeOut', { scene: sceneName(scene) })}
      icon={<X {...ICON} size={16} />}
      onPress={() => look.send({ type: 'pane.closed', id: scene.id })}
    />
  );
}

type Point = [number, number];

/** A step of the keys, as a share of a pane's shorter side. */
const STEP = 0.1;
/** A press of plus or minus. */
const ZOOM_STEP = 1.5;
/** A notch of the wheel is 100 pixels. */
const WHEEL = 400;

const ARROWS: Record<string, Point> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};
const KEYS: Record<string, number> = { '+': 1 / ZOOM_STEP, '=': 1 / ZOOM_STEP, '-': ZOOM_STEP };

const meanOf = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];
/** How far two fingers are apart, pixels; 1 for one. */
const spreadOf = ([a, b]: readonly Point[]): number =>
  a === undefined || b === undefined ? 1 : Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;

/** A point of the page from a pane's middle, as shares of its shorter side. */
function sharesOf(pane: HTMLElement, [x, y]: Point): Point {
  const { left, top, width, height } = pane.getBoundingClientRect();
  const side = Math.min(width, height);
  return [(x - left - width / 2) / side, (y - top - height / 2) / side];
}

/** The crosshair of every pane follows the pointer over one, without rendering. */
function pointAt({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): void {
  const { left, top } = currentTarget.getBoundingClientRect();
  const all = currentTarget.closest<HTMLElement>('.gt-look');
  all?.style.setProperty('--x', `${clientX - left}px`);
  all?.style.setProperty('--y', `${clientY - top}px`);
}

/** Moves all panes: by dragging, with two fingers, with the wheel and with the keys. */
function usePaneGestures(pane: RefObject<HTMLElement | null>) {
  const look = useActorOf('look');
  const pointers = useRef(new Map<number, Point>());
  useEffect(() => {
    const { current } = pane;
    if (current === null) return undefined;
    const turned = (event: WheelEvent) => {
      event.preventDefault();
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY;
      const at = sharesOf(current, [event.clientX, event.clientY]);
      look.send({ type: 'panes.zoomed', factor: 2 ** (pixels / WHEEL), at });
    };
    // React's listeners of the wheel are passive
    current.addEventListener('wheel', turned, { passive: false });
    return () => current.removeEventListener('wheel', turned);
  }, [look, pane]);
  const released = ({ pointerId }: PointerEvent) => pointers.current.delete(pointerId);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, [event.clientX, event.clientY]);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      pointAt(event);
      if (!pointers.current.has(event.pointerId)) return;
      const before = [...pointers.current.values()];
      pointers.current.set(event.pointerId, [event.clientX, event.clientY]);
      const after = [...pointers.current.values()];
      const [from, to] = [meanOf(before), meanOf(after)].map((point) => sharesOf(event.currentTarget, point));
      look.send({ type: 'panes.dragged', by: [to![0] - from![0], to![1] - from![1]] });
      if (after.length > 1)
        look.send({ type: 'panes.zoomed', factor: spreadOf(before) / spreadOf(after), at: to! });
    },
    onPointerUp: released,
    onPointerCancel: released,
    onKeyDown: (event: KeyboardEvent) => {
      const by = ARROWS[event.key];
      const factor = KEYS[event.key];
      if (by !== undefined) look.send({ type: 'panes.dragged', by });
      else if (factor !== undefined) look.send({ type: 'panes.zoomed', factor, at: [0, 0] });
      else if (event.key === '0') look.send({ type: 'panes.fitted' });
      else return;
      event.preventDefault();
    },
  };
}
