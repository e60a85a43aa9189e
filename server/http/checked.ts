import type * as z from 'zod/mini';
import { endpoints, type EndpointName } from '../../contract/calls/endpoints.ts';
import type { Row } from '../../contract/calls/row.ts';
import type { MessageKey } from '../../contract/messages.ts';
import { textOf } from '../base/bodies.ts';
import { Refusal } from '../base/refusal.ts';
import { badRequest, jsonOf } from '../base/request.ts';

/**
 * Validation errors with their own sentence: `blank` for a missing or empty field, `wrong` for other errors.
 */
const OWN_SENTENCES: readonly {
  calls: readonly EndpointName[];
  field: string;
  blank?: MessageKey;
  wrong?: MessageKey;
}[] = [
  { calls: ['login'], field: 'uname', blank: 'loginEmpty' },
  { calls: ['login'], field: 'upass', blank: 'loginEmpty' },
  {
    calls: ['sendRegisterCode', 'register', 'sendResetCode', 'resetPassword'],
    field: 'email',
    blank: 'emailMissing',
    wrong: 'emailInvalid',
  },
  { calls: ['register', 'resetPassword'], field: 'vcode', wrong: 'codeWrong' },
  { calls: ['archivePrice', 'archiveSubmit', 'clearShares'], field: 'productIds', blank: 'nothingSelected' },
  {
    calls: [
      'searchScenes',
      'relaxedSearch',
      'nearestCovered',
      'clearShares',
      'coverageCalendar',
      'deliveriesOver',
    ],
    field: 'aoiWkt',
    blank: 'aoiMissing',
  },
];

function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function ownSentence(call: EndpointName, fields: readonly string[], value: unknown): MessageKey | undefined {
  for (const { calls, field, blank, wrong } of OWN_SENTENCES) {
    if (!calls.includes(call) || !fields.includes(field)) continue;
    const sentence = !isRecord(value) || isBlank(value[field]) ? blank : wrong;
    if (sentence) return sentence;
  }
  return undefined;
}

/**
 * Checks one part of a request against its schema.
 * @throws Refusal 400 naming the fields, never their values
 */
export function checked<S extends z.ZodMiniType | undefined>(
  call: EndpointName,
  schema: S,
  value: unknown,
): unknown {
  if (schema === undefined) return undefined;
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const fields = [...new Set(read.error.issues.map((issue) => issue.path.join('.') || 'body'))];
  const own = ownSentence(call, fields, value);
  if (own) throw new Refusal(own, {}, { status: 400 });
  throw badRequest(fields);
}

/** The body of a call. @throws Refusal 400 */
export function bodyOf(call: EndpointName, bytes: ArrayBuffer): unknown {
  const row: Row = endpoints[call];
  return checked(call, row.body, jsonOf(textOf(bytes)));
}
