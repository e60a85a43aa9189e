import { useSelector } from '@xstate/react';
import { dailyUsageOf, hasUsageFailed } from '../../machines/account/account.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { formatNumber } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { FailedState } from '../shared/kit/states/FailedState.tsx';
import { Sparkline } from '../shared/kit/figures/sparkline/Sparkline.tsx';

/** §2: the recent daily usage, credits spent per UTC day (decision 32). */
export function Usage() {
  const t = useT();
  const account = useActorOf('account');
  const usage = useSelector(account, dailyUsageOf);
  const hasFailed = useSelector(account, hasUsageFailed);
  const amountOf = (credits: number) =>
    t('account.amount', { count: credits, amount: formatNumber(credits) });
  const total = (usage ?? []).reduce((sum, { creditTotal }) => sum + creditTotal, 0);
  return (
    <div className="gt-usage">
      {(usage !== null || !hasFailed) && (
        <Sparkline
          title={t('account.usage')}
          days={usage && usage.map(({ day, creditTotal }) => ({ day, value: creditTotal }))}
          format={amountOf}
          valueLabel={t('account.usageCredits')}
          total={t('account.usageTotal', { days: formatNumber(usage?.length ?? 0), amount: amountOf(total) })}
        />
      )}
      {hasFailed && (
        <div className="gt-usage__failed">
          <FailedState
            title={t('errors.usageNotLoaded')}
            text={t(usage === null ? 'account.unaffected' : 'account.usageOld')}
            onRetry={() => account.send({ type: 'usage.reloaded' })}
          />
        </div>
      )}
    </div>
  );
}
