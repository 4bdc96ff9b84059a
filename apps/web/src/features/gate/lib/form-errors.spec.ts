import { gateSentences, leadCaptureForm, limits } from '@secure-preview/contracts';
import { en } from '../../../messages/en.js';
import { messages } from '../../../messages/index.js';
import { faultText } from './form-errors.js';

describe('the sentences at the fields of the gate', () => {
  it('are in English those of the contract', () => expect(en.gate.errors).toEqual(gateSentences));

  it('come from the catalogue, and are all that the contract can say', () => {
    const told = [
      {},
      { name: 'x'.repeat(limits.name.max + 1), email: 'nobody', termsAccepted: 'false' },
      { name: 'a\u202Eb', email: 'a@b.example', termsAccepted: 'true' },
    ].flatMap((form) => leadCaptureForm.safeParse(form).error?.issues.map(({ message }) => message) ?? []);
    const shown = new Set(Object.values<string>(messages.gate.errors));
    expect(told.length).toBeGreaterThan(0);
    for (const sentence of told) expect(shown).toContain(faultText(sentence));
  });

  it('leave what is not known as it is', () => {
    expect(faultText('Something new')).toBe('Something new');
    expect(faultText(undefined)).toBeUndefined();
  });
});
