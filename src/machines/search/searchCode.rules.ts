import { endpoints } from '../../../contract/calls/endpoints.ts';
import type { SearchCondition } from '../../../contract/search.ts';

/** The languages that the present search can be copied in. */
export const CODES = ['curl', 'python', 'javascript'] as const;
export type CodeKind = (typeof CODES)[number];

/** Placeholder for the log-in token, which is never copied. */
export const TOKEN_PLACE = 'YOUR_TOKEN';

/** A text for a POSIX shell: nothing in it is read but the quote itself. */
const shellQuoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The values of a condition. Python's literals differ from JSON in true, false and null, so these must not occur. */
type Plain = string | number | readonly (string | number)[];

/** A condition as Python writes it. A JSON text is one of Python's too, as all beyond ASCII is escaped. */
function pythonOf(condition: Readonly<Record<string, Plain | undefined>>): string {
  const written = (value: Plain): string =>
    typeof value === 'object' ? `[${value.map(written).join(', ')}]` : asciiJson(value);
  const lines = Object.entries(condition).flatMap(([key, value]) =>
    value === undefined ? [] : [`    ${asciiJson(key)}: ${written(value)},`],
  );
  return `{\n${lines.join('\n')}\n}`;
}

/** JSON in ASCII, because editors and shells may change other characters. */
function asciiJson(value: unknown, space?: number): string {
  return JSON.stringify(value, null, space).replaceAll(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function curlOf(address: string, condition: SearchCondition): string {
  return [
    `curl --fail-with-body ${shellQuoted(address)} \\`,
    `  --header ${shellQuoted(`Authorization: Bearer ${TOKEN_PLACE}`)} \\`,
    `  --header 'Content-Type: application/json' \\`,
    `  --data ${shellQuoted(asciiJson(condition, 2))}`,
  ].join('\n');
}

function pythonCode(address: string, condition: SearchCondition): string {
  return `import requests

token = "${TOKEN_PLACE}"
condition = ${pythonOf({ ...condition })}

reply = requests.post(
    ${asciiJson(address)},
    json=condition,
    headers={"Authorization": f"Bearer {token}"},
    timeout=30,
)
reply.raise_for_status()
found = reply.json()
if found["result"] != 1:
    raise RuntimeError(found.get("message", "the search was refused"))
for scene in found["features"]:
    print(scene["id"], scene["properties"]["acquisitionDate"])
`;
}

function javascriptCode(address: string, condition: SearchCondition): string {
  return `const token = "${TOKEN_PLACE}";
const condition = ${asciiJson(condition, 2)};

const reply = await fetch(${asciiJson(address)}, {
  method: "POST",
  headers: { Authorization: \`Bearer \${token}\`, "Content-Type": "application/json" },
  body: JSON.stringify(condition),
});
const found = await reply.json();
if (found.result !== 1) throw new Error(found.message ?? \`the search answered \${reply.status}\`);
for (const { id, properties } of found.features) console.log(id, properties.acquisitionDate);
`;
}

/**
 * The search as a program that makes the same call; the token is left out.
 * @param serviceAddress an absolute address without a slash at its end
 */
export function codeOf(kind: CodeKind, serviceAddress: string, condition: SearchCondition): string {
  const address = `${serviceAddress}${endpoints.searchScenes.path}`;
  if (kind === 'curl') return curlOf(address, condition);
  return kind === 'python' ? pythonCode(address, condition) : javascriptCode(address, condition);
}
