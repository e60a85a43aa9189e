import { useSelector } from '@xstate/react';
import type { Scene } from '../../../../contract/search.ts';
import type { Aoi } from '../../../geo/aoi.ts';
import { clearOf, isChosen, isOfOtherSupplier } from '../../../machines/search/results/results.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatDate, formatTime } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Checkbox } from '../../shared/kit/fields/choice/Checkbox.tsx';
import { cloudWords, gsdWords, sceneName } from '../details/sceneWords.ts';
import { ClearLine } from '../list/row/ClearLine.tsx';
import { RowPrice } from '../list/row/RowPrice.tsx';
import { useIsReadOnly } from '../readOnly.ts';

interface SceneLineProps {
  scene: Scene;
  aoi: Aoi;
  /** '3 of 12'. */
  place?: string | undefined;
}

/** When, by what and how clear a scene was taken, and its price, beside its quicklook. */
export function SceneLine({ scene, aoi, place }: SceneLineProps) {
  const t = useT();
  const clear = useSelector(useActorOf('results'), clearOf(scene));
  const { acquisitionDate, satellite, gsd, cloudCover } = scene.properties;
  return (
    <div className="gt-look__words">
      <p className="gt-look__when">
        <time dateTime={acquisitionDate}>
          <strong>{formatDate(acquisitionDate)}</strong> {formatTime(acquisitionDate)}
        </time>
        <RowPrice scene={scene} aoi={aoi} />
      </p>
      <p className="gt-look__facts">
        <span>{satellite ?? t('details.unknownSatellite')}</span>
        <span>{gsdWords(gsd)}</span>
        {clear === null && <span>{t('look.cloud', { share: cloudWords(cloudCover) })}</span>}
        {place !== undefined && <span className="gt-look__place">{place}</span>}
      </p>
      {clear !== null && <ClearLine clear={clear} />}
    </div>
  );
}

/** Selects the scene for an order; absent where nothing can be selected. */
export function SelectScene({ scene }: { scene: Scene }) {
  const t = useT();
  const results = useActorOf('results');
  const chosen = useSelector(results, isChosen(scene.id));
  const isBarred = useSelector(results, isOfOtherSupplier(scene));
  if (useIsReadOnly()) return null;
  return (
    <Checkbox
      label={t('results.select', { scene: sceneName(scene) })}
      checked={chosen}
      disabled={isBarred}
      reason={isBarred ? t('results.oneSupplierAnOrder') : undefined}
      onChange={() => results.send({ type: 'scene.toggled', id: scene.id })}
    />
  );
}
