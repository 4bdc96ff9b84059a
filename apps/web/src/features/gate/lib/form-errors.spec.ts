import { fieldErrorMessage, leadCaptureForm, limits } from '@secure-preview/contracts';
import { en } from '../../../messages/en.js';
import { fieldMessage } from './form-errors.js';

describe('an error message of the gate', () => {
  it('comes from the catalogue, which has all messages of the contract', () => {
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

  it('matches that of the contract in English', () => {
    expect(fieldMessage('NAME_TOO_LONG', en)).toBe('Name must be at most 200 characters');
    expect(fieldMessage('NAME_REQUIRED', en)).toBe(fieldErrorMessage('NAME_REQUIRED'));
  });

  it('is unchanged when unknown', () => {
    expect(fieldMessage('Something new', en)).toBe('Something new');
    expect(fieldMessage(undefined, en)).toBeUndefined();
  });
});
