import { fieldErrorMessage, leadCaptureForm, limits } from '@secure-preview/contracts';
import { en } from '../../../messages/en.js';
import { fieldMessage } from './form-errors.js';

describe('fieldMessage', () => {
  it('finds every message of the contract in the catalogue', () => {
    const bracketed = Object.entries(en.fieldErrors).map(([code, text]) => [code, `[${text}]`]);
    const messages = { ...en, fieldErrors: { ...en.fieldErrors, ...Object.fromEntries(bracketed) } };
    const codes = [
      {},
      { name: 'x'.repeat(limits.name.max + 1), email: 'nobody', termsAccepted: 'false' },
      { name: 'a\u202Eb', email: 'a@b.example', termsAccepted: 'true' },
    ].flatMap((form) => leadCaptureForm.safeParse(form).error?.issues.map(({ message }) => message) ?? []);
    expect(codes.length).toBeGreaterThan(0);
    for (const code of codes) expect(fieldMessage(code, messages)).toMatch(/^\[[A-Z].* .*\]$/);
  });

  it('returns the message of the contract in English', () => {
    expect(fieldMessage('NAME_TOO_LONG', en)).toBe('Name must be at most 200 characters');
    expect(fieldMessage('NAME_REQUIRED', en)).toBe(fieldErrorMessage('NAME_REQUIRED'));
  });

  it('returns an unknown code unchanged', () => {
    expect(fieldMessage('Something new', en)).toBe('Something new');
    expect(fieldMessage(undefined, en)).toBeUndefined();
  });
});
