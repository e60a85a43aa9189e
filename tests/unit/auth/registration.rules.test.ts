import { expect, test } from 'vitest';
import { inFormOrder, REQUIRED_FIELDS } from '../../../src/machines/auth/authForm.machine.ts';

test('registration in Chinese asks for the family name first', () => {
  const rest = ['company', 'email', 'vcode', 'upass'];
  expect(inFormOrder(REQUIRED_FIELDS.register, 'en')).toEqual(['firstName', 'lastName', ...rest]);
  expect(inFormOrder(REQUIRED_FIELDS.register, 'zh')).toEqual(['lastName', 'firstName', ...rest]);
  expect(inFormOrder(['company', 'firstName'], 'zh')).toEqual(['firstName', 'company']);
});
