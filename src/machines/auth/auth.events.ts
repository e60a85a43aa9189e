/** Events from the forms to `auth`: the success dialog was closed (§2). */
export interface PanelLeft {
  type: 'panel.left';
  email: string;
}

/** Events from `auth` to the forms: the email typed in another panel. */
export interface EmailProposed {
  type: 'email.proposed';
  email: string;
}
