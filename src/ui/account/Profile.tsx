import { KeyRound } from 'lucide-react';
import type { User } from '../../../contract/accounts.ts';
import { signedInUser } from '../../machines/session/portal/portal.selectors.ts';
import { useActorOf, usePortalValue } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';

/** First and last name; a Chinese name has its last name first and no space. */
function fullNameOf({ firstName, lastName }: User): string {
  const isHan = /^\p{Script=Han}+$/u.test(firstName + lastName);
  return isHan ? lastName + firstName : `${firstName} ${lastName}`.trim();
}

/** §2 Account panel: email, name and company, and the change-password action. */
export function Profile() {
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
    <section className="gt-profile" aria-label={t('account.profile')}>
      <dl className="gt-profile__facts">
        {rows.map(([label, value]) => (
          <div key={label} className="gt-profile__row">
            <dt>{t(`account.${label}`)}</dt>
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
