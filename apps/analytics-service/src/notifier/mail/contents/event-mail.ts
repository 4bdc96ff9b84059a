import { type AlertKind, alertKinds, flagFacts, isTimeZone } from '@secure-preview/contracts';
import * as z from 'zod';
import type { MailContent, MailContext } from '../mail-content.js';
import { type MailText, parts } from '../mail-text.js';
import { alertTextsOf } from './alert-texts/index.js';
import { dateText, type MailInstant, timeText } from './visitor-texts/instant.js';

const eventDetails = {
  name: z.string().default(''),
  email: z.string().default(''),
  isProved: z.boolean().default(true),
  title: z.string().default(''),
  cause: z.string().default(''),
  tries: z.number().default(0),
  address: z.string().default(''),
  percent: z.number().default(0),
  /** The person whom the mail links to; null if there is no page about the person. */
  personId: z.uuid().nullable().catch(null),
  facts: z.optional(flagFacts).catch(undefined),
  isBlocking: z.boolean().default(false),
};
const companyName = z.string();

const timeZone = z.string().refine(isTimeZone).catch('UTC');

const singleEvent = z.object({
  event: z.enum(alertKinds),
  companyName,
  /** Rows of earlier versions have no time. */
  at: z.optional(z.iso.datetime()),
  timeZone,
  ...eventDetails,
});

const digest = z.object({
  event: z.literal('digest'),
  companyName,
  timeZone,
  total: z.number(),
  /** Number of alerts that are not listed, by kind. Rows of earlier versions have none. */
  omitted: z.record(z.string(), z.number()).catch({}),
  alerts: z.array(z.object({ event: z.string(), at: z.iso.datetime(), ...eventDetails })),
});

/** Page of the portal that an event is about. */
const pages: Readonly<Record<AlertKind, string>> = {
  firstPlay: '/upload/audience',
  finished: '/upload/audience',
  flagged: '/upload/audience',
  accessRequested: '/upload/access#requests',
  trailerReady: '/upload',
  trailerFailed: '/upload',
  uploadPassword: '/upload',
  storageLow: '/upload',
};
const isAlertKind = (kind: string): kind is AlertKind => alertKinds.some((known) => known === kind);

/** Returns the page of a person; without one, the page of the kind. */
const pageOf = (kind: AlertKind, personId: string | null): string =>
  personId === null ? pages[kind] : `/upload/audience?person=${personId}`;

const linkTo = (label: string, path: string, { portalUrl }: MailContext): Pick<MailContent, 'link'> =>
  portalUrl === undefined ? {} : { link: { label, url: new URL(path, portalUrl).href } };

const whenText = (instant: MailInstant, language: string): MailText =>
  parts`${dateText(instant, language)}, ${timeText(instant, language)}`;

/** Returns the mail of one event. */
export function eventMail(payload: unknown, language: string, context: MailContext): MailContent {
  const { event, companyName, at, timeZone, ...details } = singleEvent.parse(payload);
  const { texts, language: written } = alertTextsOf(language);
  const { subject, sentence } = texts.events[event];
  return {
    subject: subject(details),
    // The mail may be late, for example after an outage of the mail server.
    paragraphs: [sentence(details), ...(at === undefined ? [] : [whenText({ at, timeZone }, written)])],
    ...linkTo(texts.open, pageOf(event, details.personId), context),
    companyName,
    language: written,
  };
}

/** Returns the mail of a digest: a line for each event, in their order, with the time in the time zone of the portal. */
export function digestMail(payload: unknown, language: string, context: MailContext): MailContent {
  const { companyName, timeZone, total, alerts, omitted } = digest.parse(payload);
  const { texts, language: written } = alertTextsOf(language);
  const lines = alerts.flatMap(({ event, at, ...details }): MailText[] => {
    if (!isAlertKind(event)) return [];
    const when = whenText({ at, timeZone }, written);
    return [parts`${when}: ${texts.events[event].sentence(details)}`];
  });
  const counts = alertKinds.flatMap((kind) => {
    const count = omitted[kind] ?? 0;
    return count > 0 ? [texts.digest.counts[kind](count)] : [];
  });
  const more = total - lines.length;
  const note = [texts.digest.omitted(more), ...(counts.length > 0 ? [counts.join(', ')] : [])].join(': ');
  return {
    subject: texts.digest.subject(total, companyName),
    paragraphs: [...lines, ...(more > 0 ? [`${note}.`] : [])],
    ...linkTo(texts.open, '/upload/audience', context),
    companyName,
    language: written,
  };
}
