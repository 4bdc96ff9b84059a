import { applyChange, type Overrides } from './settings.js';

const change = { version: 0, set: {}, reset: [] };

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
