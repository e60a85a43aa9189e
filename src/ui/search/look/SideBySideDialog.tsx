import { useSelector } from '@xstate/react';
import { Fullscreen, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type CSSProperties, useRef, useState } from 'react';
import type { Scene } from '../../../../contract/search.ts';
import type { Aoi } from '../../../geo/aoi.ts';
import { quadMatrix } from '../../../geo/scenes/quadMatrix.ts';
import { outlineInPane, quicklookInPane } from '../../../machines/search/look/look.rules.ts';
import { isLookingSideBySide } from '../../../machines/search/look/look.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { IconButton } from '../../shared/kit/actions/IconButton.tsx';
import { Dialog } from '../../shared/kit/overlays/Dialog.tsx';
import { useElementSize } from '../../shared/kit/layout/useElementSize.ts';
import { sceneName } from '../details/sceneWords.ts';
import { SceneLine, SelectScene } from './SceneLine.tsx';
import { usePaneGestures, ZOOM_STEP } from './usePaneGestures.ts';
import './look.css';

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
          <span className="gt-look__tools">
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
      <ul className="gt-look" data-count={scenes.length}>
        {scenes.map((scene) => (
          <li key={scene.id} className="gt-look__item">
            <Pane scene={scene} aoi={aoi} />
            <footer className="gt-look__foot">
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
      className="gt-look__pane"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={t('details.quicklookOf', { scene: sceneName(scene) })}
      aria-roledescription={t('look.pane')}
      {...gestures}
    >
      {quicklookUrl === null || failed ? (
        <p className="gt-look__none">{t('results.noPicture')}</p>
      ) : (
        isMeasured && (
          <img
            className="gt-look__picture"
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
        <svg className="gt-look__outline" aria-hidden="true">
          <path d={outlineInPane(aoi.geometry, view, size)} />
          <path d={outlineInPane(aoi.geometry, view, size)} />
        </svg>
      )}
      <span className="gt-look__cross" aria-hidden="true" />
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
