import { gateSentences, leadCaptureForm, limits } from '@secure-preview/contracts';
import { en } from '../../../messages/en.js';
import { messages } from '../../../messages/index.js';
import { translateFieldError } from './form-errors.js';

describe('an error message of the gate', () => {
  it('matches that of the contract in English', () => expect(en.gate.errors).toEqual(gateSentences));

  it('comes from the catalogue, which has all messages of the contract', () => {
    const told = [
      {},
      { name: 'x'.repeat(limits.name.max + 1), email: 'nobody', termsAccepted: 'false' },
      { name: 'a\u202Eb', email: 'a@b.example', termsAccepted: 'true' },
    ].flatMap((form) => leadCaptureForm.safeParse(form).error?.issues.map(({ message }) => message) ?? []);
    const shown = new Set(Object.values<string>(messages.gate.errors));
    expect(told.length).toBeGreaterThan(0);
    for (const sentence of told) expect(shown).toContain(translateFieldError(sentence));
  });

  it('is unchanged when unknown', () => {
    expect(translateFieldError('Something new')).toBe('Something new');
    expect(translateFieldError(undefined)).toBeUndefined();
  });
});
