import { files } from '../../contract/calls/endpoints.ts';

/** The path of the link that ends the mails of a watch. */
export function unsubscribePath(watchId: number, key: string): string {
  return files.unsubscribe.replace('{id}', String(watchId)).replace('{key}', key);
}
