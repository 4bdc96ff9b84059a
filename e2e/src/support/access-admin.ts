import { randomUUID } from 'node:crypto';
import { pageSettingNames } from '@secure-preview/contracts';
import type { Answer, Client } from './client.js';
import type { Mailbox } from './mailbox.js';
import { UPLOAD_PASSWORD } from './portal.js';

function ok(answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`the portal answered ${answer.status}: ${answer.text}`);
  return answer;
}

export interface GateModeChange {
  readonly gateMode: string;
  readonly gateAppliesTo?: string;
  readonly invitationProof?: string;
  readonly testCode?: object;
  readonly password?: string;
}

/** Changes the gate mode, by default for new visitors. */
export async function changeGateMode(admin: Client, change: GateModeChange): Promise<Answer> {
  const { version } = ok(await admin.get('/api/gate-mode')).json();
  return admin.post('/api/gate-mode', {
    version,
    gateAppliesTo: 'newVisitors',
    invitationProof: 'code',
    password: UPLOAD_PASSWORD,
    ...change,
  });
}

/** Requests a test code for a new address, and returns what a change of the gate mode needs. */
export async function testCode(admin: Client, mailbox: Mailbox): Promise<object> {
  const email = `producer-${randomUUID()}@kino.example`;
  const { codeId } = ok(await admin.post('/api/gate-mode/test-code', { email })).json();
  return { email, codeId, code: await mailbox.code(email) };
}

/** Closes an open gate to visitors who have not proved their address. */
export async function closeGate(admin: Client, mailbox: Mailbox, gateMode: string): Promise<void> {
  ok(await changeGateMode(admin, { gateMode, testCode: await testCode(admin, mailbox) }));
}

/** Invites people, each with a mail. @returns the ids of all invitations by address */
export async function invite(
  admin: Client,
  people: readonly { email: string; name?: string }[],
): Promise<Map<string, string>> {
  const imports = `/api/invitations/imports/${randomUUID()}`;
  const rows = people.map(({ email, name = '' }, index) => ({ line: index + 1, email, name }));
  ok(await admin.call('PUT', `${imports}/rows`, { body: { rows } }));
  ok(await admin.post(`${imports}/confirm`, { language: 'en' }));
  const { invitations } = ok(await admin.get('/api/invitations')).json();
  return new Map(invitations.map(({ email, id }: { email: string; id: string }) => [email, id]));
}

/** Opens the gate, and returns all settings to their defaults, for the next spec of a shared portal. */
export async function restoreSettings(admin: Client | undefined): Promise<void> {
  if (admin === undefined) return;
  ok(await changeGateMode(admin, { gateMode: 'open' }));
  ok(await admin.call('DELETE', '/api/settings/ask-terms-again'));
  const { version, overridden } = ok(await admin.get('/api/settings')).json();
  const reset = pageSettingNames.filter((name) => overridden.includes(name));
  ok(await admin.patch('/api/settings', { version, reset, password: UPLOAD_PASSWORD }));
}
