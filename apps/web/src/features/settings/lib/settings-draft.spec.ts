import { settings } from '../../../testing/fixtures.js';
import {
  changedNames,
  changeOf,
  draftOf,
  isOverridden,
  parseDraft,
  rebased,
  shownTerms,
  shownValue,
  withDefault,
  withoutSent,
  withTerms,
  withValue,
} from './settings-draft.js';

const empty = draftOf(settings);
const terms = (language: string, text: string) => withTerms(empty, settings, language, text);

describe('a draft of the settings', () => {
  it('contains only what differs from the saved values', () => {
    const edited = withValue(empty, settings, 'companyName', 'Other');
    expect(edited).toEqual({ version: 2, set: { companyName: 'Other' }, reset: [] });
    expect(withValue(edited, settings, 'companyName', 'Meridian Film')).toEqual(empty);
    expect(withValue(empty, settings, 'languages', ['en'])).toEqual(empty);
  });

  it('returns a setting to its default', () => {
    const reset = withDefault(withValue(empty, settings, 'companyName', 'Other'), settings, 'companyName');
    expect(reset).toEqual({ ...empty, reset: ['companyName'] });
    expect(shownValue('companyName', reset, settings)).toBe('Secure Preview Pictures');
    expect(isOverridden('companyName', reset, settings)).toBe(false);
    expect(withDefault(withValue(empty, settings, 'ownerName', 'Other'), settings, 'ownerName')).toEqual(
      empty,
    );
  });

  it('changes a default back to the saved value', () => {
    const reset = withDefault(empty, settings, 'companyName');
    expect(withValue(reset, settings, 'companyName', 'Meridian Film')).toEqual(empty);
  });

  it('sends all texts of the terms, except default ones', () => {
    const own = { ...settings, values: { ...settings.values, termsTexts: { en: 'Ours', fr: 'Nos termes' } } };
    const german = withTerms(draftOf(own), own, 'de', 'Alles wird protokolliert.');
    expect(german.set).toEqual({ termsTexts: { de: 'Alles wird protokolliert.' } });
    expect(changeOf(german, own)).toMatchObject({
      set: { termsTexts: { en: 'Ours', fr: 'Nos termes', de: 'Alles wird protokolliert.' } },
    });
    expect(changeOf(withTerms(draftOf(own), own, 'fr', ''), own)).toMatchObject({
      set: { termsTexts: { en: 'Ours' } },
    });
    expect(terms('en', 'All access is logged.')).toEqual(empty);
    expect(withTerms(terms('de', 'Alles'), settings, 'de', '')).toEqual(empty);
  });

  it('keeps an empty text in place of default terms as invalid input', () => {
    expect(changeOf(terms('en', ''), settings)).toMatchObject({ set: { termsTexts: { en: '' } } });
    expect(shownTerms('en', terms('en', ''), settings)).toBe('');
  });

  it('resets the terms when the last text of their own is removed', () => {
    const own = {
      ...settings,
      values: { ...settings.values, termsTexts: { en: 'Our terms' } },
      overridden: ['termsTexts'],
    };
    const edited = withTerms(draftOf(own), own, 'en', 'All access is logged.');
    expect(changeOf(edited, own)).toEqual({ version: 2, set: {}, reset: ['termsTexts'] });
  });

  it('keeps terms that another administrator saved in another language', () => {
    const edited = terms('de', 'Alles');
    const newer = { ...settings, version: 3, values: { ...settings.values, termsTexts: { fr: 'Tout' } } };
    expect(changeOf(rebased(edited, newer), newer)).toMatchObject({
      version: 3,
      set: { termsTexts: { de: 'Alles', fr: 'Tout' } },
    });
  });

  it('drops what was saved or locked meanwhile, and keeps the version that the administrator edited', () => {
    const edited = withValue(withValue(empty, settings, 'companyName', 'Other'), settings, 'ownerName', 'Me');
    const newer = { ...settings, version: 5, values: { ...settings.values, companyName: 'Other' } };
    expect(rebased(edited, newer)).toEqual({ version: 2, set: { ownerName: 'Me' }, reset: [] });
    expect(rebased(edited, { ...newer, locked: ['ownerName'] })).toEqual(draftOf(newer));
  });

  it('keeps input that was entered while a save was sent', () => {
    const sent = withValue(withValue(empty, settings, 'companyName', 'A'), settings, 'ownerName', 'B');
    const current = withValue(sent, settings, 'companyName', 'A2');
    const saved = { ...settings, version: 3 };
    expect(withoutSent(current, sent, saved)).toEqual({ version: 3, set: { companyName: 'A2' }, reset: [] });
  });

  it('is restored from the storage unless the stored draft is invalid', () => {
    const edited = withValue(empty, settings, 'contactPhone', null);
    expect(parseDraft(JSON.parse(JSON.stringify(edited)))).toEqual(edited);
    expect(parseDraft({ version: 1, set: { companyName: 7 }, reset: [] })).toBeUndefined();
    expect(parseDraft({ version: 1, set: {}, reset: ['unknown'] })).toBeUndefined();
  });

  it('lists its changes in the order of the page', () => {
    const edited = withDefault(
      withValue(empty, settings, 'timeZone', 'Europe/Berlin'),
      settings,
      'companyName',
    );
    expect(changedNames(edited)).toEqual(['companyName', 'timeZone']);
  });
});
