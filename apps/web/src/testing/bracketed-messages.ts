import { errorCodes, fieldErrorMessages, trailerNotices } from '@secure-preview/contracts';
import { enAccessPage } from '../messages/access-page/en.js';
import type { AdminTranslation } from '../messages/admin-translation.js';
import { enAudiencePage } from '../messages/audience-page/en.js';
import { en, type Messages } from '../messages/en.js';
import { enEntry } from '../messages/entry/en.js';
import { LazyTexts } from '../messages/lazy-texts.js';
import { enLeaksPage } from '../messages/leaks-page/en.js';
import { enLivePage } from '../messages/live-page/en.js';
import { enSettingsPage } from '../messages/settings-page/en.js';
import { enUploadPage } from '../messages/upload-page/en.js';

/** Returns a text of the made-up language. */
export const bracketed = (text: string): string => `⟦${text}⟧`;

/** Puts brackets around every text in a part of a catalogue, also around those that its functions return. */
function withBrackets(part: unknown): unknown {
  if (typeof part === 'string') return bracketed(part);
  if (typeof part === 'function') return (...args: unknown[]) => withBrackets(part(...args));
  if (part instanceof Promise) return part.then(withBrackets);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withBrackets(value)]));
}

const errors = Object.fromEntries(Object.entries(errorCodes).map(([code, { message }]) => [code, message]));
const { uploadLibrary } = en;
const adminTexts = new LazyTexts<AdminTranslation>(() => Promise.reject(new Error('These texts are loaded')));
adminTexts.loaded = withBrackets({
  ...enUploadPage,
  ...enAccessPage,
  ...enAudiencePage,
  ...enLivePage,
  ...enLeaksPage,
  ...enSettingsPage,
  errors,
  fieldErrors: fieldErrorMessages,
  uploadLibrary,
  notices: trailerNotices,
}) as AdminTranslation;

/** A made-up language: English in brackets. Its dates are German, since those have no letters. */
export const bracketedMessages: Messages = {
  ...(withBrackets({ ...en, entry: enEntry, errors }) as Messages),
  language: 'de',
  direction: 'ltr',
  locale: 'de',
  adminTexts,
};

/** Attributes that are read out or shown. */
const ATTRIBUTES = [
  'aria-label',
  'aria-valuetext',
  'aria-description',
  'alt',
  'label',
  'placeholder',
  'title',
];

function shownTexts(): string[] {
  const texts = [document.title];
  for (const element of document.body.querySelectorAll('*')) {
    for (const name of ATTRIBUTES) texts.push(element.getAttribute(name) ?? '');
    for (const node of element.childNodes) if (node instanceof Text) texts.push(node.data);
  }
  return texts;
}

/**
 * Returns the texts of the page with letters that are neither in the brackets of the made-up language nor data.
 *
 * @param data names, titles and addresses that are the same in every language
 */
export function hardCodedTexts(data: readonly string[]): string[] {
  return shownTexts().filter((text) => {
    let rest = text;
    for (let before = ''; before !== rest; ) {
      before = rest;
      rest = rest.replace(/⟦[^⟦⟧]*⟧/g, '');
    }
    for (const known of data) rest = rest.replaceAll(known, '');
    return /\p{L}/u.test(rest);
  });
}
