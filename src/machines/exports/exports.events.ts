/** An export was submitted, and somebody waits for it. */
export interface TaskAwaited {
  type: 'task.awaited';
  /** Its id. */
  key: string;
}

/** Credits went or came back: the balance is another one. */
export interface CreditsMoved {
  type: 'credits.moved';
}
