import { useSelector } from '@xstate/react';
import { ReceiptText } from 'lucide-react';
import { maySeePayRecords } from '../../machines/account/account.selectors.ts';
import { areToolKeysOn } from '../../machines/shared/preferences.selectors.ts';
import { isNewPasswordDue } from '../../machines/session/portal/portal.selectors.ts';
import { useActorOf, usePortalValue } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Switch } from '../shared/kit/actions/Switch.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { ApiKeys } from './keys/ApiKeys.tsx';
import { CreditsBalance } from './CreditsBalance.tsx';
import { Profile } from './Profile.tsx';
import { Usage } from './Usage.tsx';
import './account.css';

/** §2 Account panel: user, balance, daily usage, and the buttons of its two dialogs. */
export function AccountPanel() {
  const t = useT();
  const account = useActorOf('account');
  const hasPayRecords = useSelector(account, maySeePayRecords);
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
      <div className="gt-password-due">
        <p>{t('account.newPasswordDue')}</p>
        <Button variant="primary" onPress={() => account.send({ type: 'password.requested' })}>
          {t('account.setPassword')}
        </Button>
      </div>
    </Note>
  );
}
