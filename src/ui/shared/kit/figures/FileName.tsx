/** The end of a file's name that stays in sight: its extension with the word before, or the end of a long one. */
const END = /_?[^_]{0,9}\.[^.]+$/u;

/** The name of a file on one line, cut in the middle if it is too long. */
export function FileName({ name }: { name: string }) {
  const end = END.exec(name)?.index ?? name.length;
  return (
    <span className="gt-file-name gt-flex gt-nowrap" title={name}>
      <span className="gt-truncate">{name.slice(0, end)}</span>
      <span>{name.slice(end)}</span>
    </span>
  );
}
