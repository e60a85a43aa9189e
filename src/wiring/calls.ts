import { fromPromise } from 'xstate';
import type { StatementFile } from '../../contract/accounts.ts';
import * as browser from '../services/browser/browser.ts';
import { dataOf } from '../services/call/call.ts';

interface Live {
  /** Aborted when the slot's state is left. */
  signal: AbortSignal;
}

/** An actor that makes a call of the contract; its output is the data of the reply. */
export const fetched = <Input, Data>(
  send: (input: Input, live: Live) => Promise<{ data?: Data | undefined }>,
) => fromPromise<Data, Input>(async ({ input, signal }) => dataOf(await send(input, { signal })));

/** An actor that makes a call whose reply says no more than that it succeeded. */
export const sent = <Input>(send: (input: Input, live: Live) => Promise<unknown>) =>
  fromPromise<void, Input>(async ({ input, signal }) => {
    await send(input, { signal });
  });

/** @throws Error if the browser refuses to copy */
export async function copied(text: string): Promise<void> {
  if (!(await browser.copyText(text))) throw new Error('the browser refused to copy');
}

/** An actor that copies a text to the clipboard. */
export const copyText = fromPromise<void, { text: string }>(({ input }) => copied(input.text));

/** Downloads a file of a reply. @param file.content in base64 */
export function saveFile(_: unknown, { name, content }: StatementFile): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  const type = name.endsWith('.pdf') ? 'application/pdf' : 'text/csv;charset=utf-8';
  browser.saveBlob(name, new Blob([bytes], { type }));
}
