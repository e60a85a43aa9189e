import { useSelector } from '@xstate/react';
import { ExternalLink, Plus } from 'lucide-react';
import { useId } from 'react';
import { API_KEYS_MAX } from '../../../../contract/calls/apiKeys.ts';
import {
  apiKeysOf,
  haveKeysFailed,
  isLoadingKeys,
  isRevokingKey,
  keyToRevoke,
} from '../../../machines/account/keys/apiKeys.selectors.ts';
import { hasApiKeys } from '../../../machines/session/portal/portal.selectors.ts';
import { useActorOf, usePortalValue } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Confirm } from '../../shared/kit/overlays/Confirm.tsx';
import { FailedState } from '../../shared/kit/states/FailedState.tsx';
import { Loading } from '../../shared/kit/states/Loading.tsx';
import { KeyRow } from './KeyRow.tsx';
import { useLastUse } from './keyWords.ts';
import './keys.css';

/** The API keys of the account, if this portal has them (decision 225). */
export function ApiKeys() {
  const isOffered = usePortalValue(hasApiKeys);
  return isOffered ? <Section /> : null;
}

function Section() {
  const t = useT();
  const titleId = useId();
  const actor = useActorOf('apiKeys');
  const keys = useSelector(actor, apiKeysOf);
  const isLoading = useSelector(actor, isLoadingKeys);
  const isFull = keys !== null && keys.length >= API_KEYS_MAX;
  return (
    <section className="gt-keys" aria-labelledby={titleId} aria-busy={isLoading}>
      <div className="gt-keys__head">
        <h3 id={titleId} className="gt-keys__title">
          {t('keys.title')}
        </h3>
        {keys !== null && (
          <span className="gt-keys__count">
            {t('keys.ofMost', { number: keys.length, most: API_KEYS_MAX })}
          </span>
        )}
        <Button
          size="small"
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden="true" />}
          disabled={isFull}
          closed={useSelector(actor, isRevokingKey)}
          reason={isFull ? t('errors.apiKeyMany', { most: API_KEYS_MAX }) : undefined}
          onPress={() => actor.send({ type: 'newKey.requested' })}
        >
          {t('keys.new')}
        </Button>
      </div>
      <List />
      <a className="gt-keys__reference" href="/reference.html" target="_blank" rel="noreferrer">
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
  if (keys.length === 0) return <p className="gt-keys__none">{t('keys.none')}</p>;
  return (
    <ul className="gt-keys__list">
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
