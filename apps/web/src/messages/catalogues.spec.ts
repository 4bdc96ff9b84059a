import {
  errorCodes,
  fieldErrorMessages,
  type HttpRoute,
  requestErrors,
  routes,
  trailerNotices,
  visitorLanguages,
} from '@secure-preview/contracts';
import { loadMessages } from '../lib/language/page-language.js';
import { enAccessPage } from './access-page/en.js';
import { adminErrorCodes } from './admin-translation.js';
import { enAudiencePage } from './audience-page/en.js';
import { deAdmin } from './de-admin.js';
import { en } from './en.js';
import { enEntry } from './entry/en.js';
import { enLeaksPage } from './leaks-page/en.js';
import { enLivePage } from './live-page/en.js';
import { enSettingsPage } from './settings-page/en.js';
import { deUploadLibrary } from './upload-library/de.js';
import { enUploadLibrary } from './upload-library/en.js';
import { enUploadPage } from './upload-page/en.js';

const ARGUMENTS = ['⟦1⟧', '⟦2⟧', '⟦3⟧'];

/** Returns the texts of a catalogue by their path. Functions get made-up arguments. */
function textsOf(part: unknown, path = ''): Record<string, string> {
  if (typeof part === 'string') return { [path]: part };
  if (typeof part === 'function') return textsOf(part(...ARGUMENTS), path);
  if (typeof part !== 'object' || part === null) return {};
  return Object.assign({}, ...Object.entries(part).map(([key, value]) => textsOf(value, `${path}.${key}`)));
}

/** Returns the placeholders and arguments that a text shows, in alphabetical order. */
const placeholdersOf = (text: string) => (text.match(/%?\{\w+\}|⟦\d⟧/g) ?? []).toSorted().join(' ');
const placeholdersIn = (part: unknown) =>
  Object.fromEntries(Object.entries(textsOf(part)).map(([path, text]) => [path, placeholdersOf(text)]));

/** Returns the texts that are English, except short words, which may be the same in two languages. */
function untranslated(translated: unknown, english: unknown): string[] {
  const original = textsOf(english);
  return Object.entries(textsOf(translated))
    .filter(([path, text]) => text === original[path] && text.replace(/⟦\d⟧|\{\w+\}|\W/g, '').length > 13)
    .map(([path]) => path);
}

const englishErrors = Object.fromEntries(
  Object.entries(errorCodes).map(([code, { message }]) => [code, message]),
);
const isForAdmin = (code: string) => adminErrorCodes.some((known) => known === code);
const errorsOf = (isWanted: (code: string) => boolean) =>
  Object.fromEntries(Object.entries(englishErrors).filter(([code]) => isWanted(code)));

/** English texts for visitors, with the messages that the server sends otherwise. */
const {
  locale: _,
  brand,
  ...englishTexts
} = {
  ...en,
  entry: enEntry,
  errors: errorsOf((code) => !isForAdmin(code)),
};

describe.each(visitorLanguages.filter((language) => language !== 'en'))('the texts in %s', (language) => {
  it('are all there, with the placeholders of the English ones', async () => {
    const { locale: _locale, brand: _brand, adminTexts: _admin, ...texts } = await loadMessages(language);
    expect(placeholdersIn(texts)).toEqual(placeholdersIn(englishTexts));
  });

  it('are not English', async () => {
    const { brand: texts, adminTexts: _admin, ...others } = await loadMessages(language);
    expect(untranslated(others, englishTexts)).toEqual([]);
    expect(untranslated({ ...texts, name: '' }, brand)).toEqual([]);
  });

  it('have no part of the title of the terms that is wider than a dialog on a narrow phone', async () => {
    const parts = (await loadMessages(language)).terms.title.split(/[\s\u00AD-]/);
    expect(parts.filter((part) => part.length > 14)).toEqual([]);
  });

  it('have Latin digits in dates', async () => {
    const { locale } = await loadMessages(language);
    expect(new Date('2026-03-01T12:00:00Z').toLocaleString(locale)).toMatch(/2026/);
  });
});

describe('the German texts of the admin area', () => {
  const { uploadLibrary: _library, ...texts } = deAdmin;
  const english = {
    ...enUploadPage,
    ...enAccessPage,
    ...enAudiencePage,
    ...enLivePage,
    ...enLeaksPage,
    ...enSettingsPage,
    errors: errorsOf(isForAdmin),
    fieldErrors: Object.fromEntries(
      Object.entries(fieldErrorMessages).filter(([code]) => code in deAdmin.fieldErrors),
    ),
    notices: trailerNotices,
  };

  it('are all there, with the placeholders of the English ones, and are not English', () => {
    expect(placeholdersIn(texts)).toEqual(placeholdersIn(english));
    expect(untranslated(texts, english)).toEqual([]);
  });

  it('include those of the upload library', async () => {
    expect(await deAdmin.uploadLibrary()).toBe(deUploadLibrary);
    expect(placeholdersIn(deUploadLibrary)).toEqual(placeholdersIn(enUploadLibrary));
    expect(untranslated(deUploadLibrary, enUploadLibrary)).toEqual([]);
  });
});

/** Routes that only the admin area calls, although visitors may. */
const adminSignIn: HttpRoute[] = [routes.auth.uploadPassword, routes.entry.enterAsAdministrator];

it('counts no error of a visitor as one of the admin area', () => {
  const declared = Object.values(routes)
    .flatMap((group): HttpRoute[] => Object.values(group))
    .filter(({ access }) => access !== 'uploader')
    .filter((route) => !adminSignIn.includes(route))
    .flatMap(({ errors }) => errors);
  expect([...declared, ...requestErrors].filter(isForAdmin)).toEqual([]);
});
