import { changesBetween, selectedPart } from './settings-history.js';

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

  it('lists the terms by language', () => {
    const before = { termsTexts: { en: 'hash 1', de: 'hash 2', fr: 'hash 3' } };
    const after = { termsTexts: { en: 'hash 1', de: 'hash 4', ar: 'hash 5' } };
    expect(changesBetween(before, after)).toEqual([
      { name: 'termsTexts', language: 'de', from: 'hash 2', to: 'hash 4' },
      { name: 'termsTexts', language: 'fr', from: 'hash 3', to: null },
      { name: 'termsTexts', language: 'ar', from: null, to: 'hash 5' },
    ]);
  });

  it('lists settings of a newer version as JSON', () => {
    const newer = { alerts: { finished: 'daily' } };
    expect(changesBetween({}, newer)).toEqual([{ name: 'alerts', from: null, to: '{"finished":"daily"}' }]);
  });
});

describe('selectedPart', () => {
  const name = { name: 'companyName', from: null, to: 'Jose\u0301 Film' };
  const languages = { name: 'languages', from: ['en'], to: ['en', 'zh-Hans'] };
  const entry = { version: 1, at: '2026-01-01T00:00:00.000Z', byName: 'Ada', changes: [name, languages] };
  const every = { search: '', name: undefined };

  it('is the whole entry if a value or the administrator contains the text', () => {
    for (const search of ['', 'ada', 'jos\u00e9', 'zh-hans'])
      expect(selectedPart(entry, { ...every, search })).toEqual(entry);
    expect(selectedPart(entry, { ...every, search: 'companyname' })).toBeUndefined();
    expect(selectedPart({ ...entry, byName: null }, { ...every, search: 'ada' })).toBeUndefined();
  });

  it('has only the changes of one setting, if the filter names it', () => {
    expect(selectedPart(entry, { search: '', name: 'languages' })).toEqual({
      ...entry,
      changes: [languages],
    });
    expect(selectedPart(entry, { search: 'film', name: 'languages' })).toBeUndefined();
    expect(selectedPart(entry, { search: '', name: 'timeZone' })).toBeUndefined();
  });
});
