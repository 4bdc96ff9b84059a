import type { OutgoingMail } from '@secure-preview/service-kit/outbox';
import type { MailTexts } from './invitation.js';
import type { ChangedInvitation } from './invitation-change.queries.js';

/** Seconds in which a mail may still be sent. */
const MAX_SECONDS = 7 * 24 * 60 * 60;

/** Returns the mail of an invitation. The notifier derives the link from id and generation. */
export function invitationMail(
  invitation: ChangedInvitation,
  { senderLine, companyName, timeZone }: MailTexts,
  now: Date,
): OutgoingMail {
  const { id, generation, mailNumber, email, name, language, message, startsAt, endsAt } = invitation;
  const secondsLeft = endsAt === null ? MAX_SECONDS : (endsAt.getTime() - now.getTime()) / 1000;
  return {
    key: `invitation:${id}:${mailNumber}`,
    kind: 'invitation',
    recipient: email,
    language,
    payload: {
      invitationId: id,
      generation,
      name,
      message,
      senderLine,
      companyName,
      timeZone,
      startsAt: startsAt?.toISOString() ?? null,
      endsAt: endsAt?.toISOString() ?? null,
    },
    validSeconds: Math.min(MAX_SECONDS, secondsLeft),
  };
}
