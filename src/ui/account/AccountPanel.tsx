import { useSelector } from '@xstate/react';
import { KeyRound, ReceiptText, RotateCcw } from 'lucide-react';
import { useId } from 'react';
import type { User } from '../../../contract/accounts.ts';
import {
  hasCreditsFailed,
  hasUsageFailed,
  isLoadingCredits,
} from '../../machines/account/account.selectors.ts';
import { isNewPasswordDue, signedInUser } from '../../machines/session/portal.machine.ts';
import { areToolKeysOn } from '../../machines/shared/preferences.selectors.ts';
import { useActorOf, usePortalValue } from '../shared/actors.tsx';
import { formatNumber, UNKNOWN } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Switch } from '../shared/kit/actions/Switch.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { Ring } from '../shared/kit/figures/Ring.tsx';
import { Sparkline } from '../shared/kit/figures/Sparkline.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { FailedState } from '../shared/kit/states/FailedState.tsx';
import { Skeleton } from '../shared/kit/states/Loading.tsx';
import { ApiKeys } from './ApiKeys.tsx';
import './account.css';

/** §2 Account panel: user, balance, daily usage, and the buttons of its two dialogs. */
export function AccountPanel() {
  const t = useT();
  const account = useActorOf('account');
  const hasPayRecords = useSelector(account, ({ context }) => context.puc);
  return (
    <Panel title={t('bar.account')}>
      <PasswordDue />
      <Profile />
      <CreditsBalance />
      <Usage />
      {hasPayRecords && (
        <Button
          icon={<ReceiptText size={16} strokeWidth={1.75} aria-hidden="true" />}
          onPress={() => account.send({ type: 'payRecords.requested' })}
        >
          {t('account.payRecords')}
        </Button>
      )}
      <ApiKeys />
      <ToolKeys />
    </Panel>
  );
}

/** Turns the single-letter keys of the map's tools on or off. */
function ToolKeys() {
  const t = useT();
  const preferences = useActorOf('preferences');
  return (
    <Switch
      label={t('account.toolKeys')}
      checked={useSelector(preferences, areToolKeysOn)}
      onChange={(isOn) => preferences.send({ type: 'toolKeys.switched', isOn })}
    />
  );
}

/** Decision 13: an emailed password opens the portal only once, so the account panel asks for a new one. */
function PasswordDue() {
  const t = useT();
  const account = useActorOf('account');
  const isDue = usePortalValue(isNewPasswordDue);
  if (!isDue) return null;
  return (
    <Note tone="warn">
      <div className="gt-stack gt-start gt-gap-10">
        <p>{t('account.newPasswordDue')}</p>
        <Button variant="primary" onPress={() => account.send({ type: 'password.requested' })}>
          {t('account.setPassword')}
        </Button>
      </div>
    </Note>
  );
}

/** §2: the credits balance with a reload button. The last known balance stays visible while loading. */
function CreditsBalance() {
  const t = useT();
  const titleId = useId();
  const account = useActorOf('account');
  const credits = useSelector(account, ({ context }) => context.credits);
  const isLoading = useSelector(account, isLoadingCredits);
  const hasFailed = useSelector(account, hasCreditsFailed);
  return (
    <section
      className="gt-credits gt-stack gt-sunken gt-round-note"
      aria-labelledby={titleId}
      aria-busy={isLoading}
    >
      <div className="gt-credits__head gt-across gt-between gt-gap-8">
        <h3 id={titleId} className="gt-label gt-muted">
          {t('account.balance')}
        </h3>
        <TooltipButton
          label={t('account.reloadBalance')}
          icon={<ReloadIcon busy={isLoading} />}
          size="small"
          onPress={() => account.send({ type: 'credits.reloaded' })}
        />
      </div>
      <p className="gt-high-32 gt-headline gt-anywhere" aria-live="polite">
        {credits === null ? (
          hasFailed ? (
            t('common.none')
          ) : (
            <Skeleton width={96} height={20} />
          )
        ) : (
          <>
            {formatNumber(credits)}{' '}
            <span className="gt-credits__unit gt-body gt-muted">{t('account.unit', { count: credits })}</span>
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
    <span className="gt-credits__reload gt-centre" data-busy={busy || undefined}>
      <RotateCcw size={16} strokeWidth={1.75} aria-hidden="true" />
      {busy && (
        <span className="gt-late">
          <Ring />
        </span>
      )}
    </span>
  );
}

/** First and last name; a Chinese name has its last name first and no space. */
function fullNameOf({ firstName, lastName }: User): string {
  const isHan = /^\p{Script=Han}+$/u.test(firstName + lastName);
  return isHan ? lastName + firstName : `${firstName} ${lastName}`.trim();
}

/** §2 Account panel: email, name and company, and the change-password action. */
function Profile() {
  const t = useT();
  const account = useActorOf('account');
  const user = usePortalValue(signedInUser);
  if (user === null) return null;
  const rows = [
    ['email', user.email],
    ['name', fullNameOf(user)],
    ['company', user.company],
  ] as const;
  return (
    <section className="gt-stack gt-start gt-gap-16" aria-label={t('account.profile')}>
      <dl className="gt-wide">
        {rows.map(([label, value]) => (
          <div key={label} className="gt-profile__row gt-pad-6-0 gt-flex gt-wrap gt-edge-below">
            <dt className="gt-keep gt-muted">{t(`account.${label}`)}</dt>
            <dd>{value === '' ? t('common.none') : value}</dd>
          </div>
        ))}
      </dl>
      <Button
        icon={<KeyRound size={16} strokeWidth={1.75} aria-hidden="true" />}
        onPress={() => account.send({ type: 'password.requested' })}
      >
        {t('account.changePassword')}
      </Button>
    </section>
  );
}

/** §2: the recent daily usage, credits spent per UTC day (decision 32). */
function Usage() {
  const t = useT();
  const account = useActorOf('account');
  const usage = useSelector(account, ({ context }) => context.usage);
  const hasFailed = useSelector(account, hasUsageFailed);
  const amountOf = (credits: number | null) =>
    credits === null ? UNKNOWN : t('account.amount', { count: credits, amount: formatNumber(credits) });
  const total = (usage ?? []).reduce<number | null>(
    (sum, { creditTotal }) => (sum === null || creditTotal === null ? null : sum + creditTotal),
    0,
  );
  return (
    <div>
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
