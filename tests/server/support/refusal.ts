import { expect } from 'vitest';
import { plainReply } from '../../../contract/calls/envelope.ts';
import type { MessageKey } from '../../../contract/messages.ts';
import { message } from '../../../server/base/messages.ts';

/** A whole refusal with this sentence. checkRefusal checks key and parameters in every reply. */
export function refusal(sentence: unknown) {
  return {
    result: 0,
    message: sentence,
    messageKey: expect.any(String) as string,
    messageParams: expect.any(Object) as object,
  };
}

/**
 * Every refusal names a sentence of both catalogues, with the parameters of its message.
 * @throws AssertionError if a refusal doesn't
 */
export function checkRefusal(json: unknown): void {
  const reply = plainReply.safeParse(json);
  if (!reply.success || reply.data.result === 1) return;
  const { messageKey, messageParams = {} } = reply.data;
  const sentences = (['en', 'zh'] as const).map((language) => {
    const { count } = messageParams;
    const template = message(messageKey as MessageKey, language, count === undefined ? {} : { count });
    for (const [, name = ''] of template.matchAll(/\{\{(\w+)\}\}/g))
      expect(messageParams).toHaveProperty(name);
    return message(messageKey as MessageKey, language, messageParams);
  });
  expect(sentences).toContain(reply.data.message);
}
