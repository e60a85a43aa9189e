import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { done, english, fails, replayed } from './replay/replayed.ts';
import { user } from '../shared/samples.ts';

const submitted = { type: 'login.submitted', uname: user.email, upass: 'harbour-2026' };

test('login failure: the server message', async () => {
  const { last } = await replayed('auth', [submitted, fails('logIn', 'refused')]);
  expect(last.value).toEqual({ login: 'editing' });
  expect(english(last.changed['refusal'])).toBe('The server says no.');
});

test("both fields required, message 'Please enter your email and password'", async () => {
  const { last } = await replayed('auth', [{ ...submitted, upass: '' }]);
  expect(last.called).toEqual([]);
  expect(english(last.changed['refusal'])).toBe('Please enter your email and password');
});

test('while the log-in is in flight it can not be sent again', async () => {
  const { seen } = await replayed('auth', [submitted, done('logIn', user)]);
  expect(seen[1]?.tags).toContain('busy');
  expect(seen[1]?.can.some((event) => event.startsWith('login.submitted'))).toBe(false);
});

test('a right log-in ends the panels with the user', async () => {
  const { last } = await replayed('auth', [submitted, done('logIn', user)]);
  expect(last.notified).toContainEqual(expect.objectContaining({ type: 'xstate.done.actor.model' }));
});

test('what stands here is what docs/path-tests.md says to write', () => {
  const [, code = ''] = /```ts\n(import[\s\S]*?)```/.exec(readFileSync('docs/path-tests.md', 'utf8')) ?? [];
  expect(code).toContain('replayed(');
  expect(readFileSync('tests/model/paths/guide.test.ts', 'utf8')).toContain(code);
});
