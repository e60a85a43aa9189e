/** §4 Session: the password was changed, and with it every session of the account ended. */
export interface PasswordChanged {
  type: 'password.changed';
}
