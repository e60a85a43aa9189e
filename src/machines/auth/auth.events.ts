/** What the forms of the auth panels tell `auth`: the success dialog was left (§2). */
export interface PanelLeft {
  type: 'panel.left';
  email: string;
}

/** What `auth` tells them: the address that was typed in another panel. */
export interface EmailProposed {
  type: 'email.proposed';
  email: string;
}
