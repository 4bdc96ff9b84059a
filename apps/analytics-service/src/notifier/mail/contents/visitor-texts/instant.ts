import { auto, type IsolatedText, ltr, type MailText, parts } from '../../mail-text.js';

/** An instant as a mail shows it. */
export interface MailInstant {
  /** ISO 8601. */
  readonly at: string;
  /** Name in the IANA database. */
  readonly timeZone: string;
}

/** Returns the date of an instant, in the language of `locale`. */
export const dateText = ({ at, timeZone }: MailInstant, locale: string): IsolatedText =>
  auto(new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(at)));

/**
 * Returns the time of an instant with its zone, in the language of `locale`: `09:30 UTC`, or `09:30 (Japan Standard
 * Time)`.
 *
 * @param unit text between the time and its zone, such as “ Uhr”
 */
export function timeText({ at, timeZone }: MailInstant, locale: string, unit = ''): MailText {
  const instant = new Date(at);
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  const time = new Intl.DateTimeFormat('en', options).format(instant);
  if (timeZone === 'UTC') return [ltr(`${time}${unit} UTC`)];
  const zone = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName');
  return parts`${ltr(time)}${unit} (${auto(zone?.value ?? timeZone)})`;
}
