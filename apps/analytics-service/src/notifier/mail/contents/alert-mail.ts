import * as z from 'zod';
import type { WriteContent } from '../mail-content.js';

const alert = z.object({
  subject: z.string(),
  paragraphs: z.array(z.string()),
  /** Page of the portal that the alert is about. */
  page: z.object({ label: z.string(), path: z.string().regex(/^\/(?![/\\])/) }).optional(),
});

/** An alert for the administrator. Its row contains the texts, in the language of the row. */
export const alertMail: WriteContent = (payload, _language, { portalUrl }) => {
  const { subject, paragraphs, page } = alert.parse(payload);
  if (page === undefined || portalUrl === undefined) return { subject, paragraphs };
  return { subject, paragraphs, link: { label: page.label, url: new URL(page.path, portalUrl).href } };
};
