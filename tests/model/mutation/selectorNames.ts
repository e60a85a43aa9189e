/**
 * The names of a source's selectors, by the machine whose snapshot they take: they follow the first mention of its type,
 * `SnapshotFrom<typeof mapMachine>`.
 */
export function selectorNames(source: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let machine: string | undefined;
  for (const statement of source.split(/^(?=export |type |const |function )/m)) {
    machine = /SnapshotFrom<(?:ReturnType<)?typeof (\w+)Machine/.exec(statement)?.[1] ?? machine;
    const name = /^export (?:const|function) (\w+)/.exec(statement)?.[1];
    if (machine !== undefined && name !== undefined)
      found.set(machine, [...(found.get(machine) ?? []), name]);
  }
  return found;
}
