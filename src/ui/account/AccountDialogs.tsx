import { useSelector } from '@xstate/react';
import { useActorOf } from '../shared/actors.tsx';
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx';
import { NewKeyDialog } from './keys/NewKeyDialog.tsx';
import { PayRecordsDialog } from './PayRecordsDialog.tsx';

/** The account's dialogs, one at a time; they outlive the panel that opened them. */
export function AccountDialogs() {
  const account = useActorOf('account');
  const change = useSelector(account, ({ children }) => children.passwordChange);
  const records = useSelector(account, ({ children }) => children.payRecords);
  return (
    <>
      {change !== undefined && <ChangePasswordDialog change={change} />}
      {records !== undefined && <PayRecordsDialog records={records} />}
      <NewKeyDialog />
    </>
  );
}
