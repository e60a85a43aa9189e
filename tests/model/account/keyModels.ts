import { apiKeysMachine } from '../../../src/machines/account/apiKeys.machine.ts';
import {
  endOfKey,
  isKeyUnfinished,
  keyToRevoke,
  saidOfKey,
} from '../../../src/machines/account/account.selectors.ts';
import { newKeyMachine } from '../../../src/machines/account/newKey.machine.ts';
import { model } from '../paths/explore.ts';
import { broke, done, failed } from '../shared/outcomes.ts';

const now = () => new Date('2026-11-21T08:00:00Z');
const key = {
  id: 7,
  name: 'Nightly search',
  hint: 'gt_live_7Qm2…f81c',
  scopes: ['search' as const],
  sandbox: false,
  endsOn: '2026-11-30',
  monthlyLimit: null,
  ctime: '2026-06-08T08:00:00Z',
  lastUsedAt: null,
  calls: 0,
};
const FIELDS = ['name', 'scopes', 'endsOn', 'limit'] as const;

const newKey = model<{
  draft: unknown;
  isTried: boolean;
  failure: unknown;
  made: unknown;
  isStored: boolean;
}>(
  {
    name: 'newKey',
    machine: newKeyMachine,
    variants: { 'an empty form': { now } },
    events: [
      { type: 'draft.changed', patch: { name: 'Nightly search', endsOn: '2026-11-21', limit: '20000' } },
      { type: 'draft.changed', patch: { endsOn: '2026-11-20', limit: 'much' } },
      { type: 'draft.changed', patch: { sandbox: true } },
      { type: 'scope.toggled', scope: 'search' },
      { type: 'key.requested' },
      { type: 'key.copied' },
      { type: 'stored.toggled' },
      { type: 'dialog.closed' },
      done('createKey', { ...key, key: `gt_live_${'7Qm2'.repeat(9)}` }),
      ...failed('createKey'),
      done('copyText'),
      broke('copyText'),
    ],
    refusals: { createKey: ['apiKeyMany', 'apiKeyEnds'] },
    queries: {
      ...Object.fromEntries(FIELDS.map((field) => [`${field} said`, saidOfKey(field)])),
      unfinished: isKeyUnfinished,
    },
  },
  (context) => [
    context.draft,
    context.isTried,
    context.failure !== null,
    context.made !== null,
    context.isStored,
  ],
);

const apiKeys = model<{ keys: unknown[] | null; chosen: unknown }>(
  {
    name: 'apiKeys',
    machine: apiKeysMachine,
    variants: { 'the keys of an account': { now } },
    events: [
      { type: 'panel.opened' },
      { type: 'keys.reloaded' },
      { type: 'newKey.requested' },
      { type: 'revoke.requested', key },
      { type: 'revoke.confirmed' },
      { type: 'revoke.declined' },
      done('listKeys', [key]),
      done('listKeys', []),
      ...failed('listKeys'),
      done('revokeKey'),
      ...failed('revokeKey'),
      done('newKey', { maybeMade: true }),
      done('newKey', { maybeMade: false }),
      broke('newKey'),
    ],
    refusals: { revokeKey: ['apiKeyUnknown'] },
    queries: { 'key to revoke': keyToRevoke, end: endOfKey(key) },
  },
  (context) => [context.keys?.length ?? null, context.chosen !== null],
);

/** The list of API keys, and the dialog of a new one. */
export const keyModels = [newKey, apiKeys];
