import { auto, type IsolatedText, ltr } from '../../mail-text.js';

/** Returns the date of an instant in UTC, in the language of `locale`. */
export const dateText = (instant: string, locale: string): IsolatedText =>
  auto(new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(instant)));

/** Returns the time of an instant with its zone: `09:30 UTC`. */
export const timeText = (instant: string): IsolatedText =>
  ltr(`${new Date(instant).toISOString().slice(11, 16)} UTC`);
