import { leadCaptureForm, limits } from '@secure-preview/contracts';
import { fieldMessage } from './form-errors.js';

describe('an error message of the gate', () => {
  it('comes from the catalogue, which has all messages of the contract', () => {
    const codes = [
      {},
      { name: 'x'.repeat(limits.name.max + 1), email: 'nobody', termsAccepted: 'false' },
      { name: 'a\u202Eb', email: 'a@b.example', termsAccepted: 'true' },
    ].flatMap((form) => leadCaptureForm.safeParse(form).error?.issues.map(({ message }) => message) ?? []);
    expect(codes.length).toBeGreaterThan(0);
    for (const code of codes) expect(fieldMessage(code)).toMatch(/^[A-Z][a-z]* .* /);
  });

  it('matches that of the contract in English', () => {
    expect(fieldMessage('NAME_TOO_LONG')).toBe('Name must be at most 200 characters');
  });

  it('is unchanged when unknown', () => {
    expect(fieldMessage('Something new')).toBe('Something new');
    expect(fieldMessage(undefined)).toBeUndefined();
  });
});
