import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { flushSync } from 'react-dom';
import { askedAoi, chosenIds, foundScenes, hasChosen } from '../../machines/search.selectors.ts';
import { isArchiveOrderEnabled } from '../../machines/shell.selectors.ts';
import { useActorOf } from '../actors.tsx';
import { formatNumber } from '../i18n/formats.ts';
import { useT } from '../i18n/useT.ts';
import { Button } from '../kit/Button.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { shareTogether, wholePercent } from './coverage.ts';
import { focusList } from './listFocus.ts';
import './actionBar.css';

/** What can be done with the chosen scenes; it comes with the first of them. */
export function ActionBar() {
  return useSelector(useActorOf('search'), hasChosen) ? <OpenBar /> : null;
}

function OpenBar() {
  const t = useT();
  const search = useActorOf('search');
  const count = useSelector(search, chosenIds).length;
  const canOrder = useSelector(useActorOf('shell'), isArchiveOrderEnabled);
  const share = useShareTogether();
  return (
    <section className="gt-action-place" aria-label={t('results.choice')}>
      <div className="gt-action">
        <div className="gt-action__words" role="status">
          <p className="gt-action__count">{t('results.chosen', { count })}</p>
          {share !== null && (
            <p className="gt-action__share">
              {t('results.ofAoi', { share: formatNumber(wholePercent(share)) })}
            </p>
          )}
        </div>
        <Button
          variant="primary"
          disabled={!canOrder}
          reason={canOrder ? undefined : t('results.orderClosed')}
          onPress={() => search.send({ type: 'sceneOrder.requested' })}
        >
          {t('results.order')}
        </Button>
        <IconButton
          label={t('results.clearChoice')}
          icon={<X size={16} strokeWidth={1.75} />}
          onPress={() => {
            flushSync(() => search.send({ type: 'choice.replaced', ids: [] }));
            focusList();
          }}
        />
      </div>
    </section>
  );
}

/** The share of the AOI that the chosen scenes cover together. */
function useShareTogether(): number | null {
  const search = useActorOf('search');
  const scenes = useSelector(search, foundScenes);
  const chosen = useSelector(search, chosenIds);
  const aoi = useSelector(search, askedAoi);
  return useMemo(() => {
    if (aoi === null) return null;
    const ids = new Set(chosen);
    return shareTogether(
      scenes.filter(({ id }) => ids.has(id)),
      aoi,
    );
  }, [scenes, chosen, aoi]);
}
