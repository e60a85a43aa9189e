/** A sentence of the document, whose `quoted` parts are code. */
export function Words({ children }: { children: string }) {
  return children.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part));
}
