import { KEY_CALLS } from '../../../contract/calls/extensionNames.ts';
import { useSelector } from '@xstate/react';
import { Ban, Ellipsis, ExternalLink, Plus } from 'lucide-react';
import { useId } from 'react';
import { API_KEYS_MAX, type ApiKey } from '../../../contract/calls/apiKeys.ts';
import {
  apiKeysOf,
  endOfKey,
  haveKeysFailed,
  isLoadingKeys,
  isRevokingKey,
  isUsedToday,
  keyToRevoke,
} from '../../machines/account/account.selectors.ts';
import { useActorOf, useExtensions } from '../shared/actors.tsx';
import { formatDate, formatMoney, formatNumber, formatTime } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Menu } from '../shared/kit/actions/Menu.tsx';
import { Badge } from '../shared/kit/figures/Badge.tsx';
import { Tag } from '../shared/kit/figures/Tag.tsx';
import { Confirm } from '../shared/kit/overlays/Confirm.tsx';
import { FailedState } from '../shared/kit/states/FailedState.tsx';
import { Loading } from '../shared/kit/states/Loading.tsx';
import { EmptyList } from '../shared/EmptyList.tsx';
import './account.css';

/** The API keys of the account, if this portal has them (decision 225). */
export function ApiKeys() {
  const isOffered = useExtensions(...KEY_CALLS);
  return isOffered ? <Section /> : null;
}

function Section() {
  const t = useT();
  const titleId = useId();
  const actor = useActorOf('apiKeys');
  const keys = useSelector(actor, apiKeysOf);
  const isLoading = useSelector(actor, isLoadingKeys);
  const isRevoking = useSelector(actor, isRevokingKey);
  const isFull = keys !== null && keys.length >= API_KEYS_MAX;
  return (
    <section className="gt-stack gt-gap-12" aria-labelledby={titleId} aria-busy={isLoading}>
      <div className="gt-across gt-gap-8">
        <h3 id={titleId} className="gt-label">
          {t('keys.title')}
        </h3>
        {keys !== null && (
          <span className="gt-grow gt-caption gt-muted">
            {t('keys.ofMost', { number: keys.length, most: API_KEYS_MAX })}
          </span>
        )}
        {keys?.length !== 0 && (
          <Button
            size="small"
            icon={<Plus size={16} strokeWidth={1.75} aria-hidden="true" />}
            disabled={isFull}
            closed={isRevoking}
            reason={isFull ? t('errors.apiKeyMany', { most: API_KEYS_MAX }) : undefined}
            onPress={() => actor.send({ type: 'newKey.requested' })}
          >
            {t('keys.new')}
          </Button>
        )}
      </div>
      <List />
      <a
        className="gt-keys__reference gt-high-24 gt-medium gt-inline gt-gap-6"
        href="/reference.html"
        target="_blank"
        rel="noreferrer"
      >
        {t('keys.reference')} <ExternalLink size={14} strokeWidth={1.75} aria-hidden="true" />
        <span className="gt-visually-hidden">{t('keys.newWindow')}</span>
      </a>
      <RevokeQuestion />
    </section>
  );
}

function List() {
  const t = useT();
  const actor = useActorOf('apiKeys');
  const keys = useSelector(actor, apiKeysOf);
  const hasFailed = useSelector(actor, haveKeysFailed);
  const isRevoking = useSelector(actor, isRevokingKey);
  if (hasFailed)
    return (
      <FailedState
        title={t('errors.keysNotLoaded')}
        text={t('account.unaffected')}
        onRetry={() => actor.send({ type: 'keys.reloaded' })}
      />
    );
  if (keys === null) return <Loading label={t('keys.loading')} rows={2} rowHeight={75} />;
  if (keys.length === 0)
    return (
      <EmptyList
        words="keys.none"
        step={t('keys.new')}
        onStep={() => actor.send({ type: 'newKey.requested' })}
      />
    );
  return (
    <ul className="gt-ruled gt-round-note gt-framed">
      {keys.map((key) => (
        <KeyRow
          key={key.id}
          apiKey={key}
          isBusy={isRevoking}
          onRevoke={() => actor.send({ type: 'revoke.requested', key })}
        />
      ))}
    </ul>
  );
}

/** Asks before a key stops working, and says when it was last used. */
function RevokeQuestion() {
  const t = useT();
  const actor = useActorOf('apiKeys');
  const key = useSelector(actor, keyToRevoke);
  const lastUse = useLastUse();
  if (key === null) return null;
  return (
    <Confirm
      destructive
      title={t('keys.revokeTitle', { name: key.name })}
      confirmLabel={t('keys.revoke')}
      cancelLabel={t('common.cancel')}
      onConfirm={() => actor.send({ type: 'revoke.confirmed' })}
      onCancel={() => actor.send({ type: 'revoke.declined' })}
    >
      <p>{t('keys.revokeText', { hint: key.hint, used: lastUse(key) })}</p>
    </Confirm>
  );
}

interface KeyRowProps {
  apiKey: ApiKey;
  isBusy: boolean;
  onRevoke: () => void;
}

/** A key: its name, how it begins and ends, what it may do, and its last use. */
function KeyRow({ apiKey, isBusy, onRevoke }: KeyRowProps) {
  const t = useT();
  const lastUse = useLastUse();
  const { name, hint, scopes, sandbox, endsOn, monthlyLimit, ctime, calls } = apiKey;
  const end = useSelector(useActorOf('apiKeys'), endOfKey(apiKey));
  const facts = [
    lastUse(apiKey),
    apiKey.lastUsedAt === null
      ? t('keys.madeOn', { day: formatDate(ctime) })
      : t('keys.calls', { count: calls, number: formatNumber(calls) }),
    ...(monthlyLimit === null ? [] : [t('keys.upTo', { amount: formatMoney(monthlyLimit) })]),
    ...(sandbox ? [t('keys.neverBilled')] : []),
  ];
  return (
    <li className="gt-key gt-gap-2 gt-stack">
      <div className="gt-key__line gt-across gt-between">
        <strong className="gt-rest gt-anywhere gt-bold">{name}</strong>
        {end !== null && endsOn !== null && (
          <Badge tone={end === 'ended' ? 'err' : 'warn'} icon={end === 'ended' ? 'crossed' : 'clock'}>
            {t(end === 'ended' ? 'keys.ended' : 'keys.ends', { day: formatDate(endsOn) })}
          </Badge>
        )}
        <Menu
          look="icon"
          label={t('keys.actions', { name })}
          icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />}
          placement="bottom end"
          items={[
            {
              id: 'revoke',
              label: t('keys.revoke'),
              icon: <Ban size={16} strokeWidth={1.75} aria-hidden="true" />,
              disabled: isBusy,
            },
          ]}
          onChoose={onRevoke}
        />
      </div>
      <div className="gt-key__line gt-across gt-between gt-wrap">
        <code className="gt-mono gt-muted">{hint}</code>
        <span className="gt-key__scopes gt-wrap gt-gap-4">
          {scopes.map((scope) => (
            <Tag key={scope}>{t(`keys.scope.${scope}`)}</Tag>
          ))}
          {sandbox && <Tag>{t('keys.sandbox')}</Tag>}
        </span>
      </div>
      <p className="gt-caption gt-muted">{facts.join(' · ')}</p>
    </li>
  );
}

/** When a key was last used: a time of today, or a day, in UTC. */
function useLastUse(): (key: ApiKey) => string {
  const t = useT();
  const keys = useActorOf('apiKeys');
  return (key) => {
    const { lastUsedAt } = key;
    if (lastUsedAt === null) return t('keys.neverUsed');
    return isUsedToday(key)(keys.getSnapshot())
      ? t('keys.usedToday', { time: formatTime(lastUsedAt) })
      : t('keys.usedOn', { day: formatDate(lastUsedAt) });
  };
}
