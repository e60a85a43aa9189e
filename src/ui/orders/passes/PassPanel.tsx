import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { passesMachine } from '../../../machines/orders/passes.machine.ts';
import { bestPass, passesWithin } from '../../../machines/orders/passes.rules.ts';
import {
  passSpan,
  canRepeatFinding,
  chosenPass,
  foundPasses,
  isFindingPasses,
} from '../../../machines/orders/passes.selectors.ts';
import { formDraft } from '../../../machines/orders/priced/pricedForm.selectors.ts';
import { taskedSatellite } from '../../../machines/orders/tasking.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatDegrees, formatNumber } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { Ring } from '../../shared/kit/figures/Ring.tsx';
import { PassFacts } from './PassFacts.tsx';
import { PassMap } from './PassMap.tsx';
import { PassNotes } from './PassNotes.tsx';
import { PassTable } from './PassTable.tsx';
import { PassTimeline } from './PassTimeline.tsx';
import { usePasses } from './usePasses.ts';
import './passes.css';

/** The passes over the area in the window, as a timeline or a table, with a map of their ground tracks. */
export function PassPanel() {
  const t = useT();
  const passes = usePasses();
  return (
    <section className="gt-passes" aria-label={t('passes.title')}>
      {passes === undefined ? <Note tone="err" title={t('passes.failed')} /> : <Passes passes={passes} />}
    </section>
  );
}

interface PassesProps {
  passes: ActorRefFrom<typeof passesMachine>;
}

function Passes({ passes }: PassesProps) {
  const t = useT();
  const form = useActorOf('tasking');
  const limit = useSelector(form, formDraft).maxOffNadirAngle;
  const found = useSelector(passes, foundPasses);
  const span = useSelector(passes, passSpan);
  const chosen = useSelector(passes, chosenPass);
  const [isTable, setTable] = useState(false);
  const list = found?.passes ?? [];
  const best = bestPass(list, limit);
  return (
    <>
      <PassMap passes={passesWithin(list, limit)} shown={chosen ?? best} />
      <header className="gt-passes__head">
        <h3 className="gt-passes__title">{t('passes.title')}</h3>
        {found !== null && (
          <p className="gt-passes__count" role="status">
            {t('passes.count', {
              within: formatNumber(passesWithin(list, limit).length),
              limit: formatDegrees(limit),
              beyond: formatNumber(list.length - passesWithin(list, limit).length),
            })}
          </p>
        )}
      </header>
      {found === null || span === null ? (
        <NotFound passes={passes} />
      ) : (
        <>
          {isTable ? (
            <PassTable passes={list} limit={limit} best={best} />
          ) : (
            <PassTimeline
              passes={list}
              span={span}
              limit={limit}
              best={best}
              chosen={chosen}
              onChoose={(at) => passes.send({ type: 'pass.chosen', at })}
            />
          )}
          <div className="gt-passes__foot">
            <PassFacts pass={chosen ?? best} isBest={chosen === null || chosen === best} />
            <Button
              variant="text"
              size="small"
              aria-pressed={isTable}
              chosen={isTable}
              onPress={() => setTable(!isTable)}
            >
              {t('passes.asTable')}
            </Button>
          </div>
          <PassNotes found={found} within={passesWithin(list, limit).length} limit={limit} />
        </>
      )}
    </>
  );
}

/** Shown without passes: loading, failed, or nothing to search. */
function NotFound({ passes }: PassesProps) {
  const t = useT();
  const { tle, name } = useSelector(useActorOf('tasking'), taskedSatellite);
  const isBusy = useSelector(passes, isFindingPasses);
  const canRepeat = useSelector(passes, canRepeatFinding);
  if (isBusy)
    return (
      <p className="gt-passes__wait" role="status">
        <Ring />
        {t('passes.finding')}
      </p>
    );
  if (canRepeat)
    return (
      <Note
        tone="err"
        title={t('passes.failed')}
        action={
          <Button size="small" onPress={() => passes.send({ type: 'finding.repeated' })}>
            {t('common.tryAgain')}
          </Button>
        }
      >
        <p>{t('passes.stillOrder')}</p>
      </Note>
    );
  return (
    <p className="gt-passes__none">
      {tle === undefined ? t('passes.unknownOrbit', { name }) : t('passes.noWindow')}
    </p>
  );
}
