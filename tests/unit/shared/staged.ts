import { createElement as h, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { AnyActorRef } from 'xstate';
import { PortalProvider } from '../../../src/ui/shared/actors.tsx';
import type { ModelEvent } from '../../model/paths/explore.ts';
import { whole } from '../../model/paths/pathData.ts';
import { Live } from '../../model/paths/replay/replay.ts';
import { models } from '../../model/session/models.ts';
import { settings, user } from '../../model/shared/samples.ts';

/** A machine's actor after these events, as in a path test. @param more what differs from its first situation */
export async function actorAfter(
  name: string,
  events: readonly ModelEvent[],
  more: object = {},
): Promise<AnyActorRef> {
  const model = models.find((one) => one.name === name)!;
  const [first = ''] = Object.keys(model.variants);
  const variants = { [first]: { ...(model.variants[first] as object), ...more } };
  const live = new Live({ ...model, variants }, first, whole);
  await live.observe();
  for (const event of events) {
    live.happen(event);
    await live.observe();
  }
  return live.actor;
}

/** What a view that reads little needs of an actor: its context, in whatever state it asks for. */
export function actorWith(context: object, children: object = {}, more: object = {}): AnyActorRef {
  const snapshot = { context, children, matches: () => true, hasTag: () => false, can: () => true, ...more };
  const actor = { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe: () => {} }), send: () => {} };
  return actor as unknown as AnyActorRef;
}

/** Text as it is read: a space that keeps a number and its unit on one line is a space. */
const plain = (html: string) =>
  html
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll('<!-- -->', '')
    .replaceAll('\u00a0', ' ')
    .trim();

/** Labels with what is printed beside them, on one line or more. */
export const pairsIn = (html: string): [label: string, value: string][] =>
  [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>(?!<dd)/gs)].map(
    ([, label = '', value = '']) => [
      plain(label.replaceAll(/<[^>]*>/g, '')),
      plain(value.replaceAll('</dd><dd', '</dd>\n<dd').replaceAll(/<[^>]*>/g, '')),
    ],
  );

/** The pieces of text of a view, in their order. */
export const piecesIn = (html: string): string[] =>
  plain(html)
    .split(/<[^>]*>/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

/** The cells of the tables of a view, row by row. */
export const rowsIn = (html: string): string[][] =>
  [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t([hd])[^>]*>(.*?)<\/t\1>/gs)].map(([, , cell = '']) => piecesIn(cell).join(' ')),
  );

/** The names that screen readers are given, in their order. */
export const labelsIn = (html: string): string[] =>
  [...html.matchAll(/aria-(?:label|valuetext)="([^"]*)"/g)].map(([, label = '']) => plain(label));

/** A view as the browser first gets it, in a portal with these actors. */
export function shown(
  view: ReactElement,
  actors: Readonly<Record<string, AnyActorRef>> = {},
  context: object = {},
): string {
  const portal = actorWith({ settings, user, ordered: 'archive', exported: 'scene', ...context }, actors);
  return renderToString(h(PortalProvider, { portal: portal as never, children: view }));
}
