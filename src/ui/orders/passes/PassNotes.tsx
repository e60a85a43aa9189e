import { useSelector } from '@xstate/react';
import { ELEMENTS_OLD_DAYS, elementsAgeDays } from '../../../machines/orders/passes.rules.ts';
import { formInput } from '../../../machines/orders/priced/pricedForm.selectors.ts';
import { taskedSatellite } from '../../../machines/orders/tasking.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatDegrees, formatNumber } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Badge } from '../../shared/kit/figures/Badge.tsx';
import { Note } from '../../shared/kit/figures/Note.tsx';
import type { FoundPasses } from '../../../geo/orbit/passSearch.ts';

interface PassNotesProps {
  found: FoundPasses;
  /** Number of passes within the limit. */
  within: number;
  /** Degrees. */
  limit: number;
}

/** Notes on the passes: none within the limit, simulated or outdated orbit elements, a truncated list. */
export function PassNotes({ found, within, limit }: PassNotesProps) {
  const t = useT();
  const form = useActorOf('tasking');
  const { name, simulated } = useSelector(form, taskedSatellite);
  const age = elementsAgeDays(found.elementsAt, formInput(form.getSnapshot()).now());
  return (
    <>
      {within === 0 && (
        <Note tone="warn" title={t('passes.none')}>
          <p>{t('passes.noneText', { name, limit: formatDegrees(limit) })}</p>
        </Note>
      )}
      {simulated === true ? (
        <p className="gt-passes__trust">
          <Badge>{t('passes.simulated')}</Badge> {t('passes.simulatedText')}
        </p>
      ) : (
        age > ELEMENTS_OLD_DAYS && (
          <Note tone="warn" title={t('passes.old', { days: formatNumber(age) })}>
            <p>{t('passes.oldText')}</p>
          </Note>
        )
      )}
      {found.isCut && <p className="gt-passes__trust">{t('passes.cut')}</p>}
    </>
  );
}
