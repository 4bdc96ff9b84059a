import { isTimeZone } from '@secure-preview/contracts';
import { deriveInvitationSecret, invitationUrl } from '@secure-preview/service-kit/outbox';
import * as z from 'zod';
import type { MailContent, MailContext, WriteContent } from '../mail-content.js';
import { auto, type MailText } from '../mail-text.js';
import { imageId } from './image-id.js';
import { paragraphsOf } from './paragraphs.js';
import { requiredSecret } from './required-secret.js';
import { visitorTextsOf } from './visitor-texts/index.js';
import type { VisitorTexts } from './visitor-texts/visitor-texts.js';

const instant = z.iso.datetime({ offset: true }).nullable();
const invitation = z.object({
  invitationId: z.uuid(),
  generation: z.int(),
  name: z.string().nullable(),
  message: z.string(),
  senderLine: z.string().nullable(),
  companyName: z.string(),
  logoId: imageId,
  keyArtId: imageId,
  startsAt: instant,
  endsAt: instant,
  /** Absent in earlier rows. */
  timeZone: z.string().refine(isTimeZone).catch('UTC'),
});
type Invitation = z.output<typeof invitation>;

function windowText(
  { startsAt, endsAt, timeZone }: Pick<Invitation, 'startsAt' | 'endsAt' | 'timeZone'>,
  { invitation: texts }: VisitorTexts,
): MailText[] {
  const start = startsAt === null ? null : { at: startsAt, timeZone };
  const end = endsAt === null ? null : { at: endsAt, timeZone };
  if (start && end) return [texts.window(start, end)];
  if (start) return [texts.opens(start)];
  return end ? [texts.closes(end)] : [];
}

function linkOf({ invitationId, generation }: Invitation, context: MailContext): string {
  const { portalUrl } = context;
  if (portalUrl === undefined) throw new Error('PUBLIC_ORIGIN is not set');
  const secret = deriveInvitationSecret(requiredSecret(context), invitationId, generation);
  return invitationUrl(portalUrl, invitationId, secret);
}

/** Returns the mail of an invitation with a link. */
export function invitationContent(
  invitation: Omit<Invitation, 'invitationId' | 'generation'>,
  url: string,
  language: string,
): MailContent {
  const { name, senderLine, message, companyName, logoId, keyArtId } = invitation;
  const { texts, language: written } = visitorTextsOf(language);
  return {
    subject: texts.invitation.subject(companyName),
    paragraphs: [
      name === null ? texts.invitation.greetingWithoutName : texts.invitation.greeting(name),
      texts.invitation.intro(companyName),
      ...(senderLine === null ? [] : [[auto(senderLine)]]),
      ...paragraphsOf(message),
      ...windowText(invitation, texts),
      texts.invitation.personal,
    ],
    link: { label: texts.invitation.open, url },
    logoId,
    keyArtId,
    companyName,
    language: written,
  };
}

/** The mail with the personal link of an invitation. */
export const invitationMail: WriteContent = (payload, language, context) => {
  const parsed = invitation.parse(payload);
  return invitationContent(parsed, linkOf(parsed, context), language);
};
