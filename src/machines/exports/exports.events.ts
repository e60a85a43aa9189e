/** An export was submitted; it downloads when it is done (decision 10). */
export interface TaskAwaited {
  type: 'task.awaited';
  /** The id of the export. */
  key: string;
}

/** Credits were spent or refunded. */
export interface CreditsMoved {
  type: 'credits.moved';
}
