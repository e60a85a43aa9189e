import { useSelector } from '@xstate/react';
import { Ban, Ellipsis } from 'lucide-react';
import type { ApiKey } from '../../../../contract/calls/apiKeys.ts';
import { endOfKey } from '../../../machines/account/keys/apiKeys.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatDate, formatMoney, formatNumber } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Menu } from '../../shared/kit/actions/Menu.tsx';
import { Badge } from '../../shared/kit/figures/Badge.tsx';
import { Tag } from '../../shared/kit/figures/Tag.tsx';
import { useLastUse } from './keyWords.ts';

interface KeyRowProps {
  apiKey: ApiKey;
  isBusy: boolean;
  onRevoke: () => void;
}

/** A key: its name, how it begins and ends, what it may do, and its last use. */
export function KeyRow({ apiKey, isBusy, onRevoke }: KeyRowProps) {
  const t = useT();
  const lastUse = useLastUse();
  const { name, hint, scopes, sandbox, endsOn, monthlyCents, ctime, calls } = apiKey;
  const end = useSelector(useActorOf('apiKeys'), endOfKey(apiKey));
  const facts = [
    lastUse(apiKey),
    apiKey.lastUsedAt === null
      ? t('keys.madeOn', { day: formatDate(ctime) })
      : t('keys.calls', { count: calls, number: formatNumber(calls) }),
    ...(monthlyCents === null ? [] : [t('keys.upTo', { amount: formatMoney(monthlyCents) })]),
    ...(sandbox ? [t('keys.neverBilled')] : []),
  ];
  return (
    <li className="gt-key">
      <div className="gt-key__line">
        <strong className="gt-key__name">{name}</strong>
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
      <div className="gt-key__line">
        <code className="gt-key__hint">{hint}</code>
        <span className="gt-key__scopes">
          {scopes.map((scope) => (
            <Tag key={scope}>{t(`keys.scope.${scope}`)}</Tag>
          ))}
          {sandbox && <Tag>{t('keys.sandbox')}</Tag>}
        </span>
      </div>
      <p className="gt-key__facts">{facts.join(' · ')}</p>
    </li>
  );
}
