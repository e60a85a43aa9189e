import {
  KEY_MONTH_CENTS_MAX,
  SCOPES,
  type NewApiKeyRequest,
  type Scope,
} from '../../../../contract/calls/apiKeys.ts';

/** The form of a new key, as typed. */
export interface KeyDraft {
  name: string;
  scopes: readonly Scope[];
  sandbox: boolean;
  /** A UTC day; '' for a key that doesn't end. */
  endsOn: string;
  /** Dollars; '' without a limit. */
  limit: string;
}
export const NO_KEY: KeyDraft = { name: '', scopes: ['search'], sandbox: false, endsOn: '', limit: '' };

/** The draft with a scope added or taken out; they stay in the order in which they are shown. */
export function toggledScope(draft: KeyDraft, scope: Scope): KeyDraft {
  const scopes = SCOPES.filter((one) => (one === scope) !== draft.scopes.includes(one));
  return { ...draft, scopes };
}

/** The limit in integer cents; null without one, NaN if it isn't an amount of 1 cent to 100 million dollars. */
export function limitCents(limit: string): number | null {
  const text = limit.trim();
  if (text === '') return null;
  const cents = /^\d+(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN;
  return cents >= 1 && cents <= KEY_MONTH_CENTS_MAX ? cents : Number.NaN;
}

/** What is missing or wrong, by field, as keys of the catalogue. */
export function keyProblems(draft: KeyDraft, today: string): Partial<Record<keyof KeyDraft, string>> {
  return {
    ...(draft.name.trim() === '' ? { name: 'account.required' } : {}),
    ...(draft.scopes.length === 0 ? { scopes: 'keys.noScope' } : {}),
    ...(draft.endsOn !== '' && draft.endsOn < today ? { endsOn: 'errors.apiKeyEnds' } : {}),
    ...(!draft.sandbox && Number.isNaN(limitCents(draft.limit)) ? { limit: 'keys.limitWrong' } : {}),
  };
}

/** The request of a draft without problems. A sandbox key costs nothing: it has no limit. */
export function requestOf({ name, scopes, sandbox, endsOn, limit }: KeyDraft): NewApiKeyRequest {
  return {
    name: name.trim(),
    scopes: [...scopes],
    sandbox,
    endsOn: endsOn === '' ? null : endsOn,
    monthlyCents: sandbox ? null : limitCents(limit),
  };
}
