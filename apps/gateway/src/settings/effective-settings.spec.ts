import type { SettingOverrides } from '@secure-preview/contracts';
import { gatewayEnvironment } from '../environment.js';
import { portalTexts } from '../portal/portal-texts.js';
import { defaultSettings } from './default-settings.js';
import { effectiveSettings } from './effective-settings.js';

const required = {
  REDIS_URL: 'redis://127.0.0.1',
  RPC_REDIS_URL: 'redis://127.0.0.1',
  SESSION_SECRET: 'x'.repeat(32),
};
const environment = gatewayEnvironment.parse({
  ...required,
  COMPANY_NAME: 'Halcyon',
  CONTACT_EMAIL: 'legal@halcyon.example',
});
const defaults = defaultSettings(environment);
const effective = (overrides: SettingOverrides, locked: (keyof SettingOverrides)[] = []) =>
  effectiveSettings({ version: 7, overrides }, defaults, locked);
const textsOf = (overrides: SettingOverrides) => portalTexts(effective(overrides).values);

describe('settings in effect', () => {
  it('are those of the environment without overrides', () => {
    expect(effective({})).toEqual({ version: 7, values: defaults.values, overridden: [] });
    expect(defaults.values).toMatchObject({ companyName: 'Halcyon', timeZone: 'UTC', languages: ['en'] });
  });

  it.each([
    [['en', 'de'], 'en'],
    [['ar', 'de'], 'de'],
    [['fr'], 'en'],
  ] as const)('have alerts in a language of the admin area: of %j in %s', (LANGUAGES, language) => {
    const { values } = defaultSettings({ ...environment, LANGUAGES: [...LANGUAGES] });
    expect(values.alertLanguage).toBe(language);
  });

  it('are overrides where there are any, also a removed contact', () => {
    const { values, overridden } = effective({ contactEmail: null, headerLine: 'Ein Trailer' });
    expect(overridden).toEqual(['contactEmail', 'headerLine']);
    expect(values).toMatchObject({ companyName: 'Halcyon', contactEmail: null, headerLine: 'Ein Trailer' });
  });

  it('are those of the environment for locked names', () => {
    const { values, overridden } = effective({ companyName: 'Other', ownerName: 'Ada' }, ['companyName']);
    expect(overridden).toEqual(['ownerName']);
    expect(values).toMatchObject({ companyName: 'Halcyon', ownerName: 'Ada' });
  });

  it('ignore languages of a newer version, and never lack all languages', () => {
    expect(effective({ languages: ['tlh', 'ar', 'de'] }).values.languages).toEqual(['de', 'ar']);
    expect(effective({ languages: ['tlh'] }).values.languages).toEqual(['en']);
  });

  it('have default terms that name the owner and contacts in effect', () => {
    const { en } = effective({ companyName: 'Meridian', contactEmail: null }).values.termsTexts;
    expect(en).toContain('belongs to Secure Preview and Meridian');
    expect(en).toContain('Do not enter if anything here is unclear to you.');
  });
});

describe('texts for visitors', () => {
  it('have the terms of each language, and English ones where there is no text', () => {
    const texts = textsOf({ languages: ['en', 'de', 'ar'], termsTexts: { de: 'Geheim.', fr: 'Secret.' } });
    const shown = [...texts.configs].map(([language, { terms }]) => [language, terms.language, terms.text]);
    expect(shown).toEqual([
      ['en', 'en', defaults.values.termsTexts['en']],
      ['de', 'de', 'Geheim.'],
      ['ar', 'en', defaults.values.termsTexts['en']],
    ]);
    expect(texts.configs.get('ar')?.terms.sha256).toBe(texts.configs.get('en')?.terms.sha256);
    expect(texts.fallback).toBe(texts.configs.get('en'));
  });

  it('fall back to the first language if English cannot be chosen', () => {
    const { fallback } = textsOf({ languages: ['ar', 'de'], termsTexts: { de: 'Geheim.' } });
    expect(fallback).toMatchObject({ languages: ['de', 'ar'], terms: { language: 'de', text: 'Geheim.' } });
  });
});

it.each([
  { TIME_ZONE: 'Berlin' },
  { TIME_ZONE: '+01:00' },
  { LANGUAGES: 'en,tlh' },
  { SETTINGS_LOCKED: 'COMPANY_NAME' },
])('rejects the environment %j', (variables) => {
  expect(gatewayEnvironment.safeParse({ ...required, ...variables }).success).toBe(false);
});

it('reads time zone, languages and locked names from the environment', () => {
  const variables = { TIME_ZONE: 'Asia/Kolkata', LANGUAGES: 'de,en', SETTINGS_LOCKED: 'ownerName,timeZone' };
  const parsed = gatewayEnvironment.parse({ ...required, ...variables });
  const stored = { version: 1, overrides: { timeZone: 'Europe/Berlin' } };
  expect(effectiveSettings(stored, defaultSettings(parsed), parsed.SETTINGS_LOCKED)).toMatchObject({
    values: { timeZone: 'Asia/Kolkata', languages: ['en', 'de'] },
    overridden: [],
  });
});
