import { createHmac } from 'node:crypto';

/**
 * The headers of a webhook by the Standard Webhooks specification: its id, the time of this try in seconds, and the
 * HMAC-SHA-256 of both and the body.
 * @param secret base64 after `whsec_`
 */
export function signedHeaders(
  secret: string,
  eventId: string,
  at: Date,
  body: string,
): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const seconds = Math.floor(at.getTime() / 1000);
  const signature = createHmac('sha256', key).update(`${eventId}.${seconds}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'Groundtrack-Webhooks',
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}
