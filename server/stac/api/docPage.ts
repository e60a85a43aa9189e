import type { Portal } from './catalogue.ts';
import type { OpenApi, Operation } from './openApi.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (text: unknown): string => String(text).replaceAll(/[&<>"]/g, (mark) => ESCAPES[mark]!);

interface Row {
  name: string;
  description: string;
}

const rowsOf = ({ parameters = [], requestBody }: Operation): Row[] => {
  const content = (
    requestBody as { content?: Record<string, { schema: { properties: Record<string, Row> } }> }
  )?.content;
  const fields = Object.values(content ?? {}).flatMap(({ schema }) => Object.entries(schema.properties));
  return [
    ...(parameters as unknown as Row[]),
    ...fields.map(([name, { description }]) => ({ name, description })),
  ];
};

function section(root: string, path: string, method: string, operation: Operation): string {
  const rows = rowsOf(operation).map(
    ({ name, description }) =>
      `<tr><th scope="row"><code>${html(name)}</code></th><td>${html(description)}</td></tr>`,
  );
  const table = rows.length === 0 ? '' : `<table><tbody>${rows.join('')}</tbody></table>`;
  const isOpen = operation.security?.length === 0;
  return `<section><h2><span>${method.toUpperCase()}</span> ${html(path === '/' ? root : root + path)}</h2>
    <p>${html(operation.summary)}${isOpen ? ' Open to anyone.' : ''}</p>${table}</section>`;
}

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#d0d5dd,#3a4250);--soft:light-dark(#475467,#a6b0c0)}
  body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:56rem;padding:1.5rem 1rem 4rem}
  h1{font-size:1.6rem;line-height:1.25}h2{font-size:1rem;overflow-wrap:anywhere;margin:2rem 0 .25rem}
  h2 span{border:1px solid var(--line);border-radius:4px;padding:0 .4rem;font-size:.8rem}
  table{border-collapse:collapse;width:100%}th,td{border-top:1px solid var(--line);text-align:left;vertical-align:top;padding:.35rem .5rem .35rem 0}
  th{font-weight:400;white-space:nowrap;width:9rem}p,td{color:var(--soft)}pre{border:1px solid var(--line);border-radius:6px;padding:.75rem;overflow:auto}`;

/** The OpenAPI document as a page to read. */
export function docPage({ info, paths, servers }: OpenApi, { appName }: Portal): string {
  const root = servers[0]!.url;
  const sections = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => section(root, path, method, operation)),
  );
  const title = html(info['title']);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
    <meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>
    <body><main><h1>${title}</h1><p>${html(info['description'])}</p>
    <p>Requests name their caller with a key of ${html(appName)}, or with the token of a session:</p>
    <pre>curl -H "Authorization: Bearer KEY" "${html(root)}/search?limit=1"</pre>
    <p>The same as a document for programs: <a href="${html(root)}/api">OpenAPI 3.1</a>. All of it begins at the
    <a href="${html(root)}">landing page</a>.</p>
    ${sections.join('\n')}</main></body></html>`;
}
