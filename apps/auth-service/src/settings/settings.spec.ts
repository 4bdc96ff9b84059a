import { createHash } from 'node:crypto';
import { applyChange, changesBetween, type Overrides } from './settings.js';

const change = { version: 0, set: {}, reset: [] };
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('applyChange', () => {
  it('sets and resets settings, and keeps all others', () => {
    const before: Overrides = { companyName: 'Old', ownerName: 'Ada', gateMode: 'open' };
    expect(applyChange(before, { ...change, set: { companyName: 'New' }, reset: ['ownerName'] })).toEqual({
      companyName: 'New',
      gateMode: 'open',
    });
    expect(before.companyName).toBe('Old');
  });

  it('sets a setting that is also reset', () => {
    const both = { ...change, set: { companyName: 'New' }, reset: ['companyName' as const] };
    expect(applyChange({ companyName: 'Old' }, both)).toEqual({ companyName: 'New' });
  });

  it('stores languages once, in the order of menus', () => {
    const set = { languages: ['ar' as const, 'en' as const, 'ar' as const] };
    expect(applyChange({}, { ...change, set })).toEqual({ languages: ['en', 'ar'] });
  });

  it('resets the terms if no text is left', () => {
    const before = { termsTexts: { en: 'Be quiet.' } };
    expect(applyChange(before, { ...change, set: { termsTexts: {} } })).toEqual({});
  });
});

describe('changesBetween', () => {
  it('lists what differs, with null for a default and an empty text for a removed contact', () => {
    const before = { companyName: 'Old', contactEmail: 'press@kino.example', timeZone: 'UTC' };
    const after = { contactEmail: null, timeZone: 'UTC', languages: ['en', 'ar'] };
    expect(changesBetween(before, after)).toEqual([
      { name: 'companyName', from: 'Old', to: null },
      { name: 'contactEmail', from: 'press@kino.example', to: '' },
      { name: 'languages', from: null, to: ['en', 'ar'] },
    ]);
  });

  it('lists the terms by language, with their hashes', () => {
    const before = { termsTexts: { en: 'Be quiet.', de: 'Still.', fr: 'Silence.' } };
    const after = { termsTexts: { en: 'Be quiet.', de: 'Ruhe.', ar: 'هدوء' } };
    expect(changesBetween(before, after)).toEqual([
      { name: 'termsTexts', language: 'de', from: sha256('Still.'), to: sha256('Ruhe.') },
      { name: 'termsTexts', language: 'fr', from: sha256('Silence.'), to: null },
      { name: 'termsTexts', language: 'ar', from: null, to: sha256('هدوء') },
    ]);
  });

  it('lists settings of a newer version as JSON', () => {
    const newer: Overrides = { alerts: { finished: 'daily' } };
    expect(changesBetween({}, newer)).toEqual([{ name: 'alerts', from: null, to: '{"finished":"daily"}' }]);
  });
});
