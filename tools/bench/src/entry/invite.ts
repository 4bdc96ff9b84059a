import { randomUUID } from 'node:crypto';
import type { Administrator } from '@secure-preview/standalone';

/** Rows that the page sends in one call (docs/product.md#access-page). */
const ROWS_PER_CALL = 250;

interface InvitedPerson {
  readonly email: string;
  readonly name: string;
}

/** Milliseconds of the two steps of an import. */
export interface ImportTimes {
  /** Until all rows are checked, so that the page shows the preview. */
  readonly previewMs: number;
  /** From the confirmation until the invitations and their mails are stored. */
  readonly queuedMs: number;
  /** Time of `performance.now()` at the confirmation. */
  readonly confirmedAt: number;
}

/** Invites people as the page does. @throws Error unless all of them are new */
export async function invite(
  administrator: Administrator,
  people: readonly InvitedPerson[],
  options: { sendMail?: boolean } = {},
): Promise<ImportTimes> {
  const path = `/api/invitations/imports/${randomUUID()}`;
  const rows = people.map((person, index) => ({ line: index + 1, ...person }));
  const startedAt = performance.now();
  for (let begin = 0; begin < rows.length; begin += ROWS_PER_CALL) {
    const part = rows.slice(begin, begin + ROWS_PER_CALL);
    await administrator.call('PUT', `${path}/rows`, { rows: part });
  }
  const confirmedAt = performance.now();
  const { json } = await administrator.call('POST', `${path}/confirm`, { language: 'en', ...options });
  const queuedMs = performance.now() - confirmedAt;
  const { invited } = json as { invited: number };
  if (invited !== people.length) throw new Error(`${invited} of ${people.length} people were invited`);
  return { previewMs: confirmedAt - startedAt, queuedMs, confirmedAt };
}

/** Returns the URL of the link of an invited person. */
export async function linkOf(administrator: Administrator, url: string, email: string): Promise<string> {
  const found = await administrator.call('GET', `/api/invitations?q=${encodeURIComponent(email)}`);
  const { invitations } = found.json as { invitations: { id: string }[] };
  const link = await administrator.call('GET', `/api/invitations/${invitations[0]?.id}/link`);
  return url + new URL((link.json as { url: string }).url).hash.replace('#', '/#');
}
