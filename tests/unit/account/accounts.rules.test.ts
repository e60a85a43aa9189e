import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INDUSTRIES, isEmail, normalEmail, registerRequest } from '../../../contract/accounts.ts';
import { addressDoubts } from '../../../server/accounts/lookAlikes.rules.ts';
import { CODE_LOCK_MS, FIELD } from '../../../contract/limits.ts';
import { heldLock, secondsLeft } from '../../../src/machines/auth/codeLock.machine.ts';
import { usageDays } from '../../../src/machines/shared/days.ts';
import {
  isChangeable,
  missingPasswords,
  passwordRefusal,
} from '../../../src/machines/account/passwordChange.machine.ts';
import {
  type AuthDraft,
  emptyDraft,
  fieldRefusal,
  isSubmittable,
  missingFields,
  registerRequestOf,
  REQUIRED_FIELDS,
} from '../../../src/machines/auth/authForm.machine.ts';

const filled: AuthDraft = {
  ...emptyDraft('mei.lin@harbourline.example'),
  firstName: 'Mei',
  lastName: 'Lin',
  upass: 'harbour-2026',
  company: 'Harbourline',
  vcode: 'K7PM4X',
};

describe('§3 Registration form', () => {
  test('regType default 2 = organization', () => {
    expect(emptyDraft('').regType).toBe(2);
  });

  test('salesRepCode (invitation code) is optional: left empty it does not travel', () => {
    expect(registerRequestOf(filled)).not.toHaveProperty('salesRepCode');
    expect(registerRequestOf({ ...filled, salesRepCode: ' A1B2 ' }).salesRepCode).toBe('A1B2');
  });

  test('what was pasted with tabs or line breaks travels as one line', () => {
    const request = registerRequestOf({ ...filled, company: 'Harbour\tline\r\nLtd' });
    expect(request.company).toBe('Harbour line Ltd');
  });

  test('the industry options are the 21 of the specification, and nothing else travels', () => {
    expect(INDUSTRIES).toHaveLength(21);
    for (const industry of INDUSTRIES) {
      const request = registerRequestOf({ ...filled, industry });
      expect(registerRequest.parse(request).industry).toBe(industry);
    }
    expect(registerRequest.safeParse({ ...registerRequestOf(filled), industry: 'Piracy' }).success).toBe(
      false,
    );
  });
});

describe('§5 Register', () => {
  test.each(REQUIRED_FIELDS.register)(
    'required: %s. If any is empty the form is silently not submitted',
    (field) => {
      expect(isSubmittable('register', filled)).toBe(true);
      const without = { ...filled, [field]: '' };
      expect(missingFields('register', without)).toEqual([field]);
      expect(fieldRefusal(without, field)).toBeNull();
      expect(isSubmittable('register', without)).toBe(false);
    },
  );

  test('required are first name, last name, email, password, verify code, company, and no other field', () => {
    expect(missingFields('register', emptyDraft(''))).toEqual([
      'firstName',
      'lastName',
      'company',
      'email',
      'vcode',
      'upass',
    ]);
  });

  test('spaces alone fill no field, and are characters of a password', () => {
    expect(missingFields('register', { ...filled, company: '   ' })).toEqual(['company']);
    expect(missingFields('register', { ...filled, upass: '         ' })).toEqual([]);
  });

  test("password minimum 8 characters, message 'Password cannot be shorter than 8 characters'", () => {
    expect(fieldRefusal({ ...filled, upass: '1234567' }, 'upass')).toBe('errors.passwordShort');
    // only length is checked
    expect(fieldRefusal({ ...filled, upass: 'aaaaaaaa' }, 'upass')).toBeNull();
    expect(isSubmittable('register', { ...filled, upass: '1234567' })).toBe(false);
  });

  test.each([
    'mei',
    'mei@',
    '@example.com',
    'mei@example',
    'mei lin@example.com',
    'a@b@c.d',
    'a@b.c\nBcc: x@y.z',
    'a\u001b[2J@b.c',
    'me\u200Bi@example.com',
    'me\u00ADi@example.com',
    'mei@exam\u00ADple.com',
    'mei\uFEFF@example.com',
    'mei\u202E@example.com',
    'mei\u3164@example.com',
    'mei@example.com\u200D',
    'mei\uFF20x@example.com',
    'mei@example.com/a',
    'mei@example.com:80',
    'mei@ex%61mple.com',
    'mei@ex<ample.com',
  ])("email must match a simple address pattern, message 'Invalid e-mail.': %j", (email) => {
    expect(fieldRefusal({ ...filled, email }, 'email')).toBe('errors.emailInvalid');
    expect(isSubmittable('register', { ...filled, email })).toBe(false);
  });

  test.each(['mei@example.com', ' mei@example.com ', "o'neil+sat@sub.example.co", '梅@例子.公司'])(
    'an address that it accepts: %j',
    (email) => {
      expect(isEmail(email)).toBe(true);
    },
  );

  test.each([
    [' Mei@Example.COM ', 'mei@example.com'],
    ['\uFF4Dei@example\uFF0Ecom', 'mei@example.com'],
    ['mei@example.com.', 'mei@example.com'],
    ['mei@bücher.example', 'mei@xn--bcher-kva.example'],
    ['mei@BU\u0308CHER.example', 'mei@xn--bcher-kva.example'],
    ['梅@例子.公司', '梅@xn--fsqu00a.xn--55qx5d'],
    ['m\u0435i@example.com', 'm\u0435i@example.com'],
    ['mei@10.0', 'mei@10.0'],
    ['Not an address', 'not an address'],
  ])('an address has one form: %j is %j', (text, form) => {
    expect(normalEmail(text)).toBe(form);
  });

  test('the one form of an address is an address, and its own form', () => {
    const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
    const texts = fc.tuple(part, part, part).map(([local, name, top]) => `${local}@${name}.${top}`);
    fc.assert(
      fc.property(texts, (text) => {
        const form = normalEmail(text);
        expect(normalEmail(form)).toBe(form);
        if (isEmail(text)) expect([form, isEmail(form)]).toEqual([form, true]);
      }),
    );
  });

  test('addresses that an operator should look at are told with the older one that they look like', () => {
    const known = ['demo1@groundtrack.example', 'paypal@bank.example', 'мария@bank.example'];
    expect([...addressDoubts(known)]).toEqual([]);
    const doubts = {
      'demol@groundtrack.example': 'like demo1@groundtrack.example',
      'p\u0430yp\u0430l@bank.example': 'like paypal@bank.example, mixed alphabets',
      'demo1@xn--grundtrack-fvi.example': 'like demo1@groundtrack.example',
      'de\u200Bmo1@groundtrack.example': 'like demo1@groundtrack.example, refused today',
      '\uFF50aypal@bank.example': 'the same as paypal@bank.example',
      'αlpha@bank.example': 'mixed alphabets',
    };
    const others = ['王wang@bank.example', 'josé@bank.example', 'demo2@groundtrack.example'];
    expect(Object.fromEntries(addressDoubts([...known, ...Object.keys(doubts), ...others]))).toEqual(doubts);
    // the older one may be the one that is written oddly
    expect([...addressDoubts(['\uFF50aypal@bank.example', 'paypal@bank.example'])].at(-1)).toEqual([
      'paypal@bank.example',
      'the same as \uFF50aypal@bank.example',
    ]);
  });

  test.each([
    ['firstName', FIELD.name],
    ['lastName', FIELD.name],
    ['company', FIELD.company],
    ['vcode', FIELD.verifyCode],
    ['salesRepCode', FIELD.invitationCode],
    ['upass', FIELD.password],
  ] as const)('field lengths: %s at most %d characters', (field, limit) => {
    const request = registerRequestOf({ ...filled, salesRepCode: 'A1B2' });
    const accepts = (length: number) =>
      registerRequest.safeParse({ ...request, [field]: 'x'.repeat(length) }).success;
    expect([accepts(limit), accepts(limit + 1)]).toEqual([true, false]);
  });

  test('field lengths: email at most 64 characters', () => {
    const of = (length: number) => `${'x'.repeat(length - '@example.com'.length)}@example.com`;
    const accepts = (email: string) =>
      registerRequest.safeParse({ ...registerRequestOf(filled), email }).success;
    expect([accepts(of(FIELD.email)), accepts(of(FIELD.email + 1))]).toEqual([true, false]);
  });

  test('whatever form may be submitted is one that the contract accepts', () => {
    const line = (max: number) =>
      fc.string({ unit: 'grapheme', maxLength: max }).filter((text) => text.length <= max);
    const drafts = fc.record({
      firstName: line(FIELD.name),
      lastName: line(FIELD.name),
      email: fc.oneof(
        fc.emailAddress().filter((email) => email.length <= FIELD.email),
        line(FIELD.email),
      ),
      upass: line(FIELD.password),
      regType: fc.constantFrom(1 as const, 2 as const),
      company: line(FIELD.company),
      industry: fc.constantFrom('' as const, ...INDUSTRIES),
      nature: line(FIELD.nature),
      salesRepCode: line(FIELD.invitationCode),
      vcode: line(FIELD.verifyCode),
    });
    fc.assert(
      fc.property(drafts, (draft) => {
        fc.pre(isSubmittable('register', draft));
        expect(registerRequest.safeParse(registerRequestOf(draft)).success).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('§5 Change password', () => {
  const draft = { opwd: 'harbour-2026', npwd: 'lighthouse-77', npwdr: 'lighthouse-77' };

  test('current password required', () => {
    expect(isChangeable(draft)).toBe(true);
    expect(missingPasswords({ ...draft, opwd: '' })).toEqual(['opwd']);
    expect(isChangeable({ ...draft, opwd: '' })).toBe(false);
  });

  test('new password at least 8 characters', () => {
    const short = { ...draft, npwd: '1234567', npwdr: '1234567' };
    expect(passwordRefusal(short, 'npwd')).toBe('errors.passwordShort');
    expect(isChangeable(short)).toBe(false);
  });

  test("re-entered password must equal the new one, message 'The re-entered password is inconsistent'", () => {
    const other = { ...draft, npwdr: 'lighthouse-78' };
    expect(passwordRefusal(other, 'npwdr')).toBe('errors.passwordInconsistent');
    expect(isChangeable(other)).toBe(false);
  });
});

describe('§9 Verify-code resend lock: 60 seconds', () => {
  test('the seconds left count down from 60 to 1, and none are left when it ends', () => {
    const until = 1_000_000 + CODE_LOCK_MS;
    const shown = Array.from({ length: 60 }, (_, second) => secondsLeft(until, 1_000_000 + second * 1000));
    expect(shown).toEqual(Array.from({ length: 60 }, (_, second) => 60 - second));
    expect(heldLock(until, until - 1)).toBe(until);
    expect(heldLock(until, until)).toBeNull();
  });

  test('what a browser has kept never holds longer than a lock, whatever its clock did', () => {
    fc.assert(
      fc.property(fc.option(fc.double()), fc.integer({ min: 0, max: 4e12 }), (kept, now) => {
        const held = heldLock(kept, now);
        if (held !== null) expect(held - now).toBeGreaterThan(0);
        expect((held ?? now) - now).toBeLessThanOrEqual(CODE_LOCK_MS);
      }),
    );
  });
});

test('§9 Daily usage window: 14 days, today the last of them, in UTC', () => {
  expect(usageDays(new Date('2026-11-21T23:59:59Z'))).toEqual({ t1: '2026-11-08', t2: '2026-11-21' });
  expect(usageDays(new Date('2026-03-05T00:00:00Z'))).toEqual({ t1: '2026-02-20', t2: '2026-03-05' });
});
