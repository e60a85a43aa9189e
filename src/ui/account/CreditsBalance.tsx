import { useSelector } from '@xstate/react';
import { RotateCcw } from 'lucide-react';
import { useId } from 'react';
import {
  creditsBalance,
  hasCreditsFailed,
  isLoadingCredits,
} from '../../machines/account/account.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { formatNumber } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { Ring } from '../shared/kit/figures/Ring.tsx';
import { Skeleton } from '../shared/kit/states/Skeleton.tsx';

/** §2: the credits balance with a reload button. The last known balance stays visible while loading. */
export function CreditsBalance() {
  const t = useT();
  const titleId = useId();
  const account = useActorOf('account');
  const credits = useSelector(account, creditsBalance);
  const isLoading = useSelector(account, isLoadingCredits);
  const hasFailed = useSelector(account, hasCreditsFailed);
  return (
    <section className="gt-credits" aria-labelledby={titleId} aria-busy={isLoading}>
      <div className="gt-credits__head">
        <h3 id={titleId} className="gt-credits__title">
          {t('account.balance')}
        </h3>
        <TooltipButton
          label={t('account.reloadBalance')}
          icon={<ReloadIcon busy={isLoading} />}
          size="small"
          onPress={() => account.send({ type: 'credits.reloaded' })}
        />
      </div>
      <p className="gt-credits__figure" aria-live="polite">
        {credits === null ? (
          hasFailed ? (
            t('common.none')
          ) : (
            <Skeleton width={96} height={20} />
          )
        ) : (
          <>
            {formatNumber(credits)}{' '}
            <span className="gt-credits__unit">{t('account.unit', { count: credits })}</span>
          </>
        )}
      </p>
      {hasFailed && (
        <Note tone="err" title={t('errors.creditsNotLoaded')}>
          {t(credits === null ? 'account.unaffected' : 'account.balanceOld')}
        </Note>
      )}
    </section>
  );
}

/** The reload arrow; a spinner after 300 ms of waiting. */
function ReloadIcon({ busy }: { busy: boolean }) {
  return (
    <span className="gt-credits__reload" data-busy={busy || undefined}>
      <RotateCcw size={16} strokeWidth={1.75} aria-hidden="true" />
      {busy && (
        <span className="gt-credits__ring">
          <Ring />
        </span>
      )}
    </span>
  );
}
