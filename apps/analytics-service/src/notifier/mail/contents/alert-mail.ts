import * as z from 'zod';
import type { MailContent, MailContext, WriteContent } from '../mail-content.js';
import { alertTextsOf } from './alert-texts/index.js';
import { digestMail, eventMail } from './event-mail.js';
import { paragraphsOf } from './paragraphs.js';

const writtenAlert = z.object({
  subject: z.string(),
  paragraphs: z.array(z.string()),
  /** Page of the portal that the alert is about. */
  page: z.object({ label: z.string(), path: z.string().regex(/^\/(?![/\\])/) }).optional(),
});

const accessRequested = z.object({
  event: z.literal('accessRequested'),
  name: z.string(),
  email: z.string(),
  reason: z.string(),
  companyName: z.string(),
});

const linkTo = (label: string, path: string, { portalUrl }: MailContext): Pick<MailContent, 'link'> =>
  portalUrl === undefined ? {} : { link: { label, url: new URL(path, portalUrl).href } };

function accessRequestedMail(payload: unknown, language: string, context: MailContext): MailContent {
  const { name, email, reason, companyName } = accessRequested.parse(payload);
  const { texts, language: written } = alertTextsOf(language);
  const { accessRequested: alert } = texts;
  return {
    subject: alert.subject(name),
    paragraphs: [alert.intro(name, email), ...(reason === '' ? [] : [alert.reason, ...paragraphsOf(reason)])],
    ...linkTo(alert.open, '/upload/access#requests', context),
    companyName,
    language: written,
  };
}

/** An alert for the administrator: of an event, or with texts in the language of the row. */
export const alertMail: WriteContent = (payload, language, context) => {
  const event = z.object({ event: z.string() }).safeParse(payload).data?.event;
  if (event === 'accessRequested') return accessRequestedMail(payload, language, context);
  if (event === 'digest') return digestMail(payload, language, context);
  if (event !== undefined) return eventMail(payload, language, context);
  const { subject, paragraphs, page } = writtenAlert.parse(payload);
  return { subject, paragraphs, ...(page && linkTo(page.label, page.path, context)) };
};
