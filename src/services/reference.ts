/** What a server answered to a request of the API reference. */
export interface ReferenceAnswer {
  status: number;
  statusText: string;
  ms: number;
  headers: readonly (readonly [name: string, value: string])[];
  type: string;
  /** Null for a body that isn't text: a picture, a file. */
  text: string | null;
  content: Blob;
}

interface Sent {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

const IS_TEXT = /^text\/|\b(?:json|xml|javascript)\b/;

/** Sends a request as it is. @returns the reason if the server didn't answer */
export async function sendReferenceRequest({ url, ...request }: Sent): Promise<ReferenceAnswer | string> {
  const start = performance.now();
  try {
    // a session belongs to the portal: only the token typed into the page counts
    const answer = await fetch(url, { ...request, credentials: 'omit' });
    const content = await answer.blob();
    const ms = performance.now() - start;
    const type = answer.headers.get('content-type') ?? '';
    return {
      status: answer.status,
      statusText: answer.statusText,
      ms,
      headers: [...answer.headers],
      type,
      text: IS_TEXT.test(type) || content.size === 0 ? await content.text() : null,
      content,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Reads an OpenAPI document. @throws Error if the server doesn't answer with one */
export async function fetchOpenApi(address: string): Promise<unknown> {
  const answer = await fetch(address, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`${address} answers with ${answer.status}`);
  return answer.json();
}
