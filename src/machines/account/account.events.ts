/** §4 Session: the password was changed, which ended every session of the account. */
export interface PasswordChanged {
  type: 'password.changed';
}
