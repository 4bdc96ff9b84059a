import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { ImportsService } from '../invitations/imports.service.js';
import type { InvitationTerms } from '../invitations/invitation.js';
import { InvitationsService } from '../invitations/invitations.service.js';

export const by = { sessionRef: randomUUID(), name: 'Grace' };
export const texts = {
  senderLine: 'Invited by Ada',
  companyName: 'Halcyon',
  logoId: null,
  keyArtId: null,
  timeZone: 'Europe/Berlin',
};
export const terms: InvitationTerms = {
  language: 'de',
  message: 'See you there.',
  startsAt: null,
  endsAt: null,
  sendMail: true,
};
export const newChange = (commandId: string = randomUUID()) => ({ by, texts, commandId });
export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
export const address = () => `${randomUUID()}@kino.example`;

/** Rows of an import, from line `first` on. */
export const rowsOf = (emails: readonly string[], first = 1) =>
  emails.map((email, index) => ({ line: first + index, email, name: '' }));

/** Imports and confirms addresses. Returns the number of invitations. */
export async function importAddresses(
  app: INestApplicationContext,
  emails: readonly string[],
  options: Partial<InvitationTerms> = {},
): Promise<number> {
  const imports = app.get(ImportsService, { strict: false });
  const importId = randomUUID();
  await imports.addRows(importId, rowsOf(emails));
  return (await imports.confirm(importId, { ...terms, ...options }, newChange())).invited;
}

/** Invites a new address, or the given one. Returns its id and address. */
export async function inviteOne(
  app: INestApplicationContext,
  options: Partial<InvitationTerms> = {},
  email = address(),
): Promise<{ id: string; email: string }> {
  await importAddresses(app, [email], options);
  const service = app.get(InvitationsService, { strict: false });
  const { invitations } = await service.list({ limit: 1, q: email, sort: 'newest' });
  return { id: invitations[0]?.id ?? '', email };
}
