import { AppError } from '../errors/app-error.js';
import { parseInput } from '../errors/parse.js';
import { leadCaptureForm } from './lead-capture.js';

const validForm = { name: 'Ada Lovelace', email: 'ada@example.com', termsAccepted: 'true' };

function validationError(input: unknown): AppError {
  try {
    parseInput(leadCaptureForm, input);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('The invalid form was accepted');
}

describe('the name of a lead', () => {
  it.each([
    ['  Ada Lovelace ', 'Ada Lovelace'],
    ['李小龍', '李小龍'],
    ['محمد', 'محمد'],
    ['می‌خواهم', 'می‌خواهم'],
    ['क्‍ष', 'क्‍ष'],
    ["O'Brien-Müller", "O'Brien-Müller"],
    ['👩‍🚀 Ada', '👩‍🚀 Ada'],
    ['x'.repeat(200), 'x'.repeat(200)],
  ])('accepts %j', (name, stored) => {
    expect(parseInput(leadCaptureForm, { ...validForm, name }).name).toBe(stored);
  });

  it.each([
    [undefined, 'Name is required'],
    [null, 'Name is required'],
    [42, 'Name is required'],
    [['Ada'], 'Name is required'],
    ['', 'Name is required'],
    [' \t\u00a0\u3000', 'Name is required'],
    ['\u200b\u200d\u2060', 'Name is required'],
    ['\u2800', 'Name is required'],
    ['\u0301', 'Name is required'],
    ['x'.repeat(201), 'Name must be at most 200 characters'],
    ['Ada\u0000', 'Name contains characters that cannot be shown'],
    ['Ada\nLovelace', 'Name contains characters that cannot be shown'],
    ['Ada\u202eecalevoL', 'Name contains characters that cannot be shown'],
    ['Ada\u2066x', 'Name contains characters that cannot be shown'],
    ['Ada\ud800', 'Name contains characters that cannot be shown'],
  ])('rejects %j', (name, sentence) => {
    expect(validationError({ ...validForm, name }).fields).toEqual({ name: sentence });
  });
});

describe('the e-mail of a lead', () => {
  it.each([
    'a@b.co',
    'josé@exämple.com',
    'first.last+tag@sub.example.co.uk',
    "o'brien@example.org",
    '用户@例子.公司',
  ])('accepts %s', (email) => {
    expect(parseInput(leadCaptureForm, { ...validForm, email }).email).toBe(email);
  });

  it.each([
    '',
    'plain',
    '@example.com',
    'a@',
    'a@b',
    'a@b.',
    'a@.com',
    'a..b@example.com',
    '.a@example.com',
    'a b@example.com',
    'a@exam ple.com',
    'a@-example.com',
    'a@example.com\u202e',
    '<a@example.com>',
    `${'x'.repeat(250)}@example.com`,
    7,
    null,
  ])('rejects %j', (email) => {
    expect(validationError({ ...validForm, email }).fields).toEqual({
      email: 'Please enter a valid email address',
    });
  });

  it('rejects text crafted to make the pattern backtrack', () => {
    const hostile = `${'a.'.repeat(120)}@${'b-'.repeat(6)}`;
    expect(validationError({ ...validForm, email: hostile }).fields).toHaveProperty('email');
  });
});

describe('a rejected form', () => {
  it('gives each failing field the code of its message', () => {
    expect(validationError({ name: 'x'.repeat(201), termsAccepted: 'true' }).fieldCodes).toEqual({
      name: { code: 'NAME_TOO_LONG', params: { max: 200 } },
      email: { code: 'EMAIL_INVALID', params: {} },
    });
  });

  it('uses the message of the first failing field in form order', () => {
    expect(validationError({}).message).toBe('Name is required');
    expect(validationError({ name: 'Ada' }).message).toBe('Please enter a valid email address');
    expect(validationError({ name: 'Ada', email: 'a@b.co' }).message).toBe(
      'You must accept the terms to continue',
    );
  });

  it.each([null, undefined, 'text', 1, [], true])('reports every field when the body is %j', (body) => {
    expect(validationError(body).fields).toEqual({
      name: 'Name is required',
      email: 'Please enter a valid email address',
      termsAccepted: 'You must accept the terms to continue',
    });
  });

  it.each(['false', true, 'TRUE', ''])('reports only termsAccepted when it is %j', (termsAccepted) => {
    expect(validationError({ ...validForm, termsAccepted }).fields).toEqual({
      termsAccepted: 'You must accept the terms to continue',
    });
  });
});
