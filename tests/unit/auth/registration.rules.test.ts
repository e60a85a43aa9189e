import { expect, test } from 'vitest';
import { inFormOrder, REQUIRED_FIELDS } from '../../../src/machines/auth/registration.machine.ts';

test('registration in Chinese asks for the family name first', () => {
  const rest = ['company', 'email', 'vcode', 'upass'];
  expect(inFormOrder(REQUIRED_FIELDS, 'en')).toEqual(['firstName', 'lastName', ...rest]);
  expect(inFormOrder(REQUIRED_FIELDS, 'zh')).toEqual(['lastName', 'firstName', ...rest]);
  expect(inFormOrder(['company', 'firstName'], 'zh')).toEqual(['firstName', 'company']);
});
