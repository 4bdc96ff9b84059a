import * as z from 'zod/mini';
import { AppError } from '../errors/app-error.js';
import { parseInput } from '../errors/parse.js';
import { flagKinds } from '../flags/flag.js';
import { settingsLimits } from '../settings-limits.js';
import { alertKinds, defaultAlertRules } from './alerts.js';
import { inMenuOrder, languageDetails, visitorLanguages } from './languages.js';
import {
  gateSettingNames,
  needsUploadPassword,
  pageSettingsChange,
  settingNames,
  settingOverrides,
  settingsChange,
  settingsForm,
} from './settings.js';

const parse = (set: object) => parseInput(settingsChange, { version: 0, set }, 'set').set;
function errors(set: object): Readonly<Record<string, string>> {
  try {
    parse(set);
    return {};
  } catch (error) {
    if (error instanceof AppError) return error.fields ?? {};
    throw error;
  }
}

const oneLine = [
  'companyName',
  'ownerName',
  'contactPhone',
  'headerLine',
  'fallbackTitle',
  'termsVersion',
  'termsLastUpdated',
];
const scripts = ['Ада Фильм', '光影電影', 'شركة النور', 'नमस्ते क्\u200dष', 'Ọ̀ṣun 🎬', '한국 영화', 'שלום'];

describe('a setting of one line', () => {
  it.each(oneLine)('%s accepts any script, and is trimmed', (name) => {
    for (const text of scripts) expect(parse({ [name]: ` ${text}\t` })).toEqual({ [name]: text });
    expect(errors({ [name]: 'x'.repeat(200) })).toEqual({});
  });

  it.each(oneLine)('%s rejects empty, long and deceptive text under its own name', (name) => {
    for (const text of ['', ' ', '\u200B', '\u00AD\u034F', 7, {}])
      expect(errors({ [name]: text })).toEqual({ [name]: 'Please enter a text' });
    expect(errors({ [name]: 'x'.repeat(201) })).toEqual({
      [name]: 'The text must be at most 200 characters',
    });
    for (const text of ['a\nb', 'a\0b', 'a\u007Fb', 'a\u202Eb', 'a\u2066b', 'a\u2028b', 'a\uD800b'])
      expect(errors({ [name]: text })).toEqual({
        [name]: 'The text contains characters that cannot be shown',
      });
  });
});

describe('the rules of alerts', () => {
  it('have a time and two channels for each kind', () => {
    const rule = { when: 'digest15', mail: true, webhook: false };
    for (const alerts of [{}, { flagged: rule }, defaultAlertRules])
      expect(parse({ alerts })).toEqual({ alerts });
  });

  it.each([
    { flagged: { when: 'hourly', mail: true, webhook: true } },
    { flagged: { when: 'off', mail: true } },
    { unknown: { when: 'off', mail: true, webhook: true } },
    null,
    [],
  ])('reject %j', (alerts) => {
    expect(Object.keys(errors({ alerts })).join()).toMatch(/^alerts/);
  });
});

describe('the flags that block', () => {
  it('are kinds of flags, or none', () => {
    for (const flagBlocks of [[], ['watermark', 'copying']])
      expect(parse({ flagBlocks })).toEqual({ flagBlocks });
  });

  it.each([[['unknown']], [Array(6).fill('copying')], [null], ['copying']])('reject %j', (flagBlocks) => {
    expect(Object.keys(errors({ flagBlocks })).join()).toMatch(/^flagBlocks/);
  });
});

describe('a contact', () => {
  it('can be removed', () => {
    const none = { contactEmail: null, contactPhone: null };
    expect(parse(none)).toEqual(none);
  });

  it('must have a valid e-mail address unless it is removed', () => {
    expect(parse({ contactEmail: ' press@kino.example ' })).toEqual({ contactEmail: 'press@kino.example' });
    for (const contactEmail of ['', 'press', 'a@b', 'a b@c.example', `${'x'.repeat(250)}@kino.example`])
      expect(errors({ contactEmail })).toEqual({ contactEmail: 'Please enter a valid email address' });
  });
});

describe('the address of webhooks', () => {
  it('begins with https, and can be removed', () => {
    const longest = `https://hooks.example/${'x'.repeat(978)}`;
    for (const webhookUrl of ['https://hooks.example/portal?key=1', 'https://127.0.0.1:8443', longest, null])
      expect(parse({ webhookUrl })).toEqual({ webhookUrl });
    expect(parse({ webhookUrl: ' https://hooks.example ' })).toEqual({ webhookUrl: 'https://hooks.example' });
    const user = 'https://ada:secret@hooks.example';
    for (const webhookUrl of [
      '',
      'hooks.example',
      'http://hooks.example',
      user,
      'https://',
      `${longest}x`,
      7,
    ])
      expect(errors({ webhookUrl })).toEqual({
        webhookUrl:
          'Please enter an address that begins with https://, without user name, of at most 1000 characters',
      });
  });
});

describe('a text of several lines', () => {
  it('keeps tabs, paragraphs and direction marks, and gets line feeds', () => {
    const text = '\u2067سري\u2069 (Halcyon)\r\n\r\n1.\tOne\u2028Two';
    const expected = '\u2067سري\u2069 (Halcyon)\n\n1.\tOne\nTwo';
    expect(parse({ fallbackDescription: text, termsTexts: { ar: `\n${text}\n` } })).toEqual({
      fallbackDescription: expected,
      termsTexts: { ar: expected },
    });
  });

  it('rejects control characters and empty text', () => {
    for (const text of ['a\0b', 'a\u001Bb', 'a\u0085b', 'a\uDC00b']) {
      const error = 'The text contains characters that cannot be shown';
      expect(errors({ fallbackDescription: text })).toEqual({ fallbackDescription: error });
      expect(errors({ termsTexts: { de: text } })).toEqual({ 'termsTexts.de': error });
    }
    expect(errors({ termsTexts: { de: ' \n' } })).toEqual({ 'termsTexts.de': 'Please enter a text' });
  });

  it('has a maximum length', () => {
    expect(errors({ fallbackDescription: 'x'.repeat(2001) })).toEqual({
      fallbackDescription: 'The description must be at most 2000 characters',
    });
    expect(errors({ termsTexts: { en: '条'.repeat(50_000) } })).toEqual({});
    expect(errors({ termsTexts: { en: 'x'.repeat(50_001) } })).toEqual({
      'termsTexts.en': 'The terms must be at most 50000 characters',
    });
    const four = Object.fromEntries(['en', 'de', 'fr', 'es'].map((tag) => [tag, 'é'.repeat(25_000)]));
    expect(errors({ termsTexts: four })).toEqual({
      termsTexts: 'The terms of all languages together must be at most 180000 bytes',
    });
  });
});

describe('the terms', () => {
  it('are accepted only in languages that visitors can choose', () => {
    for (const tag of ['tlh', 'EN', 'zh', ''])
      expect(errors({ termsTexts: { [tag]: 'Text' } })).toEqual({
        termsTexts: 'The portal has no texts in this language',
      });
    expect(Object.keys(errors({ termsTexts: 'Text' }))).toEqual(['termsTexts']);
  });
});

describe('the time zone', () => {
  it('is a name of the IANA database', () => {
    for (const timeZone of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata'])
      expect(parse({ timeZone })).toEqual({ timeZone });
    for (const timeZone of ['', 'Berlin', '+01:00', 'UTC+1', 'Europe/Berlin\0', 'x'.repeat(500), 7])
      expect(errors({ timeZone })).toEqual({
        timeZone: 'Unknown time zone. Use a name such as Europe/Berlin',
      });
  });
});

describe('the languages', () => {
  it('must include at least one, and no unknown one', () => {
    expect(parse({ languages: ['ar', 'en'] })).toEqual({ languages: ['ar', 'en'] });
    for (const languages of [[], 'en', null])
      expect(errors({ languages })).toEqual({ languages: 'Please choose at least one language' });
    expect(errors({ languages: ['en', 'tlh'] })).toEqual({
      'languages.1': 'The portal has no texts in this language',
    });
  });

  it('of alerts are those of the admin area', () => {
    for (const alertLanguage of ['en', 'de']) expect(parse({ alertLanguage })).toEqual({ alertLanguage });
    for (const alertLanguage of ['fr', 'tlh', '', null])
      expect(errors({ alertLanguage })).toEqual({
        alertLanguage: 'The portal has no texts in this language',
      });
  });

  it('have a name and a direction, and an order', () => {
    expect(Object.keys(languageDetails)).toEqual([...visitorLanguages]);
    expect(inMenuOrder(['ar', 'tlh', 'en', 'ar'])).toEqual(['en', 'ar']);
  });
});

const imageId = '7c4bdf6e-3a3c-4f5e-9c1b-4a0a4a5f1c11';

describe('an image of the gate', () => {
  it.each(['logoId', 'keyArtId'])('%s is named by its id, or null for none', (name) => {
    for (const value of [imageId, null]) expect(parse({ [name]: value })).toEqual({ [name]: value });
    for (const value of ['', 'x', '/api/gate/images/x', 7])
      expect(errors({ [name]: value })).toEqual({
        [name]: 'This image does not exist. Please upload it again',
      });
  });
});

describe('a change', () => {
  it('needs the version that the administrator edited', () => {
    for (const version of [undefined, -1, 0.5, 'x'])
      expect(() => parseInput(settingsChange, { version })).toThrow(AppError);
    expect(parseInput(settingsChange, { version: 3 })).toEqual({ version: 3, set: {}, reset: [] });
  });

  it('resets only known settings', () => {
    expect(parseInput(settingsChange, { version: 0, reset: [...settingNames] }).reset).toEqual(settingNames);
    expect(() => parseInput(settingsChange, { version: 0, reset: ['noSetting'] })).toThrow(AppError);
  });

  it('from the settings page cannot change the gate mode and when the terms must be accepted again', () => {
    for (const name of [...gateSettingNames, 'termsAskedAt'])
      expect(() => parseInput(pageSettingsChange, { version: 0, reset: [name] })).toThrow(AppError);
    const set = { gateMode: 'open', termsAskedAt: null };
    expect(parseInput(pageSettingsChange, { version: 0, set }).set).toEqual({});
  });

  it('needs the upload password only for the address of webhooks', () => {
    for (const webhookUrl of ['https://hooks.example', null])
      expect(needsUploadPassword({ version: 0, set: { webhookUrl } })).toBe(true);
    expect(needsUploadPassword({ version: 0, reset: ['companyName', 'webhookUrl'] })).toBe(true);
    expect(needsUploadPassword({ version: 0, set: { webhookNames: true } })).toBe(false);
    expect(needsUploadPassword({ version: 0 })).toBe(false);
  });

  it('fits into a message between processes with all values at their limits', () => {
    const line = '影'.repeat(settingsLimits.line.max);
    const half = '条'.repeat(settingsLimits.terms.maxTotalBytes / 2 / 3 - 20);
    const everything = parse({
      ...Object.fromEntries(oneLine.map((name) => [name, line])),
      contactEmail: `${'é'.repeat(240)}@kino.example`,
      fallbackDescription: '条'.repeat(settingsLimits.description.max),
      termsTexts: { en: half, de: half },
      timeZone: 'America/Argentina/Buenos_Aires',
      languages: [...visitorLanguages],
      senderLine: line,
      alertEmail: `${'é'.repeat(240)}@kino.example`,
      alertLanguage: 'de',
      alerts: Object.fromEntries(
        alertKinds.map((kind) => [kind, { when: 'digestDaily', mail: false, webhook: false }]),
      ),
      flagBlocks: [...flagKinds],
      gateArt: false,
      logoId: imageId,
      keyArtId: imageId,
      forensicMarking: false,
      webhookUrl: `https://hooks.example/${'é'.repeat(970)}`,
      webhookNames: true,
      gateMode: 'invited',
      requiredInside: 'invitationOrLink',
      invitationProof: 'code',
      termsAskedAt: '2026-11-25T12:00:00.000Z',
    });
    expect(Object.keys(everything)).toHaveLength(settingNames.length);
    expect(Buffer.byteLength(JSON.stringify(everything))).toBeLessThan(settingsLimits.maxBodyBytes * 0.9);
  });
});

it('reads stored settings that fail a newer check', () => {
  const stored = { companyName: '', languages: ['tlh'], termsTexts: { tlh: '' } };
  expect(z.parse(settingOverrides, stored)).toEqual(stored);
  expect(z.safeParse(z.partial(settingsForm), stored).success).toBe(false);
});
