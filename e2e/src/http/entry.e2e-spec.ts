import { randomUUID } from 'node:crypto';
import {
  changeGateMode as changeGateModeAs,
  type GateModeChange,
  restoreSettings,
  testCode,
} from '../support/access-admin.js';
import { Client, enterAsViewer } from '../support/client.js';
import type { Mailbox } from '../support/mailbox.js';
import { type TestPortal, UPLOAD_PASSWORD } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

let mailbox: Mailbox;
let portal: TestPortal;
/** Client of the administrator, which entered before the gate mode changed. */
let admin: Client;

// Each test depends on the gate mode and the people of the previous test.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ files, mailPortal }) => {
  portal = mailPortal;
  mailbox = mailPortal.mailbox;
  admin = await publishTrailer(portal.url, { title: 'Perihelion', video: files.video('mp4') });
});
test.afterAll(async () => {
  await restoreSettings(admin);
});

const form = (email: string, name = 'Ada') => ({ name, email, termsAccepted: 'true' });
const expectError = (answer: { status: number; text: string }, status: number, code: string) =>
  expect([answer.status, JSON.parse(answer.text).code]).toEqual([status, code]);

async function requestCode(client: Client, email: string, language = 'en') {
  const answer = await client.post('/api/auth/code', { ...form(email), language });
  expect(answer.status, answer.text).toBe(200);
  return answer.json() as { codeId: string };
}

/** Enters with a code from the mailbox. */
async function enter(client: Client, email: string) {
  const { codeId } = await requestCode(client, email);
  const code = await mailbox.code(email);
  return client.post('/api/auth/code/verify', { ...form(email), codeId, code });
}

const status = async (client: Client) => (await client.get('/api/auth/status')).json();
const playlist = async (client: Client) => {
  const { filePath } = (await admin.get('/api/active-trailer')).json();
  return client.get(filePath);
};

const changeGateMode = (change: GateModeChange) => changeGateModeAs(admin, change);

/** Invites addresses. @returns the invitations by address */
async function invite(emails: string[], options: object = {}) {
  const importId = randomUUID();
  const rows = emails.map((email, index) => ({ line: index + 1, email, name: '' }));
  const checked = await admin.call('PUT', `/api/invitations/imports/${importId}/rows`, { body: { rows } });
  expect(checked.status, checked.text).toBe(200);
  const confirmed = await admin.post(`/api/invitations/imports/${importId}/confirm`, {
    language: 'en',
    ...options,
  });
  expect(confirmed.status, confirmed.text).toBe(200);
  return invitations();
}
async function invitations(): Promise<
  Map<string, { id: string; state: string; watchedShare: number | null }>
> {
  const { invitations: list } = (await admin.get('/api/invitations')).json();
  return new Map(list.map((invitation: { email: string }) => [invitation.email, invitation]));
}
const linkParts = (url: string) => {
  const [, id, secret] = /#invitation=([^.]+)\.(.+)$/.exec(url) ?? [];
  return { id, secret };
};

test('an open gate requires no code', async () => {
  expect((await new Client(portal.url).get('/api/config')).json().gateMode).toBe('open');
  expect(await status(await enterAsViewer(portal.url))).toMatchObject({ authenticated: true });
});

test('the gate mode can be changed only with the password and the code of a test mail', async () => {
  expectError(await changeGateMode({ gateMode: 'verified' }), 400, 'TEST_CODE_REQUIRED');
  const change = { gateMode: 'verified', testCode: await testCode(admin, mailbox) };
  expectError(await changeGateMode({ ...change, password: 'a wrong password' }), 401, 'INVALID_PASSWORD');
  const changed = await changeGateMode(change);
  expect(changed.json(), changed.text).toMatchObject({ gateMode: 'verified' });
  expect((await new Client(portal.url).get('/api/config')).json().gateMode).toBe('verified');
  expectError(
    await new Client(portal.url).post('/api/auth/lead-capture', form('a@b.example')),
    403,
    'CODE_REQUIRED',
  );
});

test('a visitor enters with the code, and the lead is verified', async () => {
  const client = new Client(portal.url);
  const entered = await enter(client, 'ada@http-entry.example');
  expect(entered.status, entered.text).toBe(200);
  expect(await status(client)).toMatchObject({
    authenticated: true,
    viewer: { email: 'ada@http-entry.example' },
  });
  expect((await playlist(client)).status).toBe(200);
  const leads = (await admin.get('/api/lead-captures')).json();
  expect(leads[0]).toMatchObject({ email: 'ada@http-entry.example', verifiedBy: 'code' });
});

test('five wrong codes are rejected, and afterwards the right code too', async () => {
  const client = new Client(portal.url);
  const email = 'guess@http-entry.example';
  const { codeId } = await requestCode(client, email);
  const code = await mailbox.code(email);
  const wrong = code === '000000' ? '000001' : '000000';
  const verify = (typed: string) =>
    client.post('/api/auth/code/verify', { ...form(email), codeId, code: typed });
  for (let left = 4; left >= 1; left -= 1)
    expect((await verify(wrong)).json()).toMatchObject({ code: 'CODE_WRONG', params: { triesLeft: left } });
  await verify(wrong);
  expectError(await verify(code), 400, 'CODE_EXPIRED');
  expectError(await client.post('/api/auth/code', { ...form(email), language: 'en' }), 429, 'CODE_TOO_SOON');
});

test('an invited visitor enters with link and code, and later in the same browser with only the link', async () => {
  expect((await changeGateMode({ gateMode: 'invited' })).status).toBe(200);
  await invite(['grace@http-entry.example', 'Mary@Http-Entry.example', '@studio.example']);
  const link = linkParts(await mailbox.link('grace@http-entry.example'));
  const client = new Client(portal.url);
  const read = () => client.post('/api/auth/invitation', link);
  expect((await read()).json()).toEqual({ email: 'grace@http-entry.example', name: null, needsCode: true });
  expect((await invitations()).get('grace@http-entry.example')?.state).toBe('sent');
  const enterByLink = () =>
    client.post('/api/auth/invitation/enter', {
      ...form('grace@http-entry.example', 'Grace'),
      invitation: link,
    });
  expectError(await enterByLink(), 403, 'CODE_REQUIRED');
  const entered = await enter(client, 'grace@http-entry.example');
  expect(entered.status, entered.text).toBe(200);
  expect((await playlist(client)).status).toBe(200);
  expect((await invitations()).get('grace@http-entry.example')?.state).toBe('opened');
  expect((await admin.get('/api/lead-captures')).json()[0]).toMatchObject({ verifiedBy: 'invitation' });

  await client.post('/api/auth/logout');
  expect((await read()).json()).toMatchObject({ needsCode: false });
  expect((await enterByLink()).json()).toEqual({ authenticated: true });
});

test('people who are not invited get the same response as invited people, but no mail', async () => {
  const before = mailbox.count;
  const answers = [];
  for (const email of ['stranger@http-entry.example', 'someone@studio.example']) {
    const { codeId, ...rest } = (await requestCode(new Client(portal.url), email)) as { codeId: string };
    expect(codeId).toMatch(/^[0-9a-f-]{36}$/);
    answers.push(rest);
  }
  expect(answers[0]).toEqual(answers[1]);
  await mailbox.code('someone@studio.example');
  expect(mailbox.count).toBe(before + 1);
});

test('a guessed, changed or revoked link is rejected', async () => {
  const { id, secret = '' } = linkParts(await mailbox.link('Mary@Http-Entry.example'));
  const client = new Client(portal.url);
  const read = (link: object) => client.post('/api/auth/invitation', link);
  for (const link of [
    { id, secret: secret.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')).replace(/^./, 'x') },
    { id: randomUUID(), secret },
    { id: 'no uuid', secret: '' },
  ])
    expectError(await read(link), 400, 'INVITATION_INVALID');
  const ids = [(await invitations()).get('Mary@Http-Entry.example')?.id];
  const revoked = await admin.post('/api/invitations/actions', { ids, change: { action: 'revoke' } });
  expect(revoked.json()).toEqual({ changed: 1 });
  const answer = await read({ id, secret });
  expect(answer.json()).toMatchObject({ code: 'ACCESS_ENDED', params: { reason: 'revoked' } });
});

test('revoking an invitation ends access at the next request with 403, not 401', async () => {
  const client = new Client(portal.url);
  await invite(['film@http-entry.example']);
  const entered = await enter(client, 'film@http-entry.example');
  expect(entered.status, entered.text).toBe(200);
  expect((await playlist(client)).status).toBe(200);
  const ids = [(await invitations()).get('film@http-entry.example')?.id];
  await admin.post('/api/invitations/actions', { ids, change: { action: 'revoke' } });
  expectError(await playlist(client), 403, 'ACCESS_ENDED');
  expect(await status(client)).toMatchObject({ authenticated: false, accessEnded: 'revoked' });
});

test('a block of an address, of a domain or of a network ends access', async () => {
  await invite(['blocked@http-entry.example']);
  const client = new Client(portal.url);
  expect((await enter(client, 'blocked@http-entry.example')).status).toBe(200);
  const block = (kind: string, value: string) => admin.post('/api/blocks', { kind, value, note: '' });
  expect((await block('address', 'BLOCKED@http-entry.example')).status).toBe(200);
  expectError(await playlist(client), 403, 'ACCESS_ENDED');
  const unblocked = await admin.post('/api/blocks/remove', {
    kind: 'address',
    value: 'blocked@http-entry.example',
  });
  expect(unblocked.status).toBe(200);
  expect((await playlist(client)).status).toBe(200);
  expect((await block('domain', 'http-entry.example')).status).toBe(200);
  await expect.poll(async () => (await playlist(client)).status, { timeout: 10_000 }).toBe(403);
  await admin.post('/api/blocks/remove', { kind: 'domain', value: 'http-entry.example' });
  await expect.poll(async () => (await playlist(client)).status, { timeout: 10_000 }).toBe(200);
  expectError(await block('network', '127.0.0.0/8'), 409, 'CANNOT_BLOCK_SELF');
  expectError(await block('network', 'not a network'), 400, 'VALIDATION_FAILED');
});

test('a stranger asks for access, and the administrator invites the stranger', async () => {
  const { version } = (await admin.get('/api/settings')).json();
  await admin.patch('/api/settings', { version, set: { alertEmail: 'alerts@http-entry.example' } });
  const client = new Client(portal.url);
  const request = {
    name: 'Lin',
    email: 'lin@http-entry.example',
    reason: 'I write for the paper.',
    language: 'en',
  };
  expect((await client.post('/api/auth/access-request', request)).json()).toEqual({ ok: true });
  expect(await mailbox.text('alerts@http-entry.example')).toContain('I write for the paper.');
  const [open] = (await admin.get('/api/access-requests')).json().requests;
  expect(open).toMatchObject({ name: 'Lin', state: 'open' });
  expect((await admin.post(`/api/access-requests/${open.id}/allow`)).status).toBe(200);
  const link = linkParts(await mailbox.link('lin@http-entry.example'));
  expect((await client.post('/api/auth/invitation', link)).json()).toMatchObject({ name: 'Lin' });
});

test('the first play of a person is reported in one mail', async () => {
  const desk = 'plays@http-entry.example';
  const { version } = (await admin.get('/api/settings')).json();
  const alerts = { firstPlay: { when: 'atOnce', mail: true, webhook: false } };
  const changed = await admin.patch('/api/settings', { version, set: { alertEmail: desk, alerts } });
  expect(changed.status, changed.text).toBe(200);
  const client = new Client(portal.url);
  expect((await enter(client, 'lin@http-entry.example')).status).toBe(200);
  // Only a session that received the playlist watches a trailer.
  expect((await playlist(client)).status).toBe(200);
  for (const end of [1, 2]) {
    const { id } = (await client.post('/api/viewing-session')).json();
    const report = { duration: `0:0${end}`, completed: 'false', ranges: [[0, end]] };
    expect((await client.patch(`/api/viewing-session/${id}`, report)).status).toBe(200);
  }
  expect(await mailbox.text(desk)).toContain(
    '(lin@http-entry.example) plays the preview for the first time.',
  );
  expect(mailbox.to(desk)).toHaveLength(1);
});

test('a visitor without an invitation loses access when mode `invited` applies to everybody', async () => {
  expect((await changeGateMode({ gateMode: 'open' })).status).toBe(200);
  const visitor = await enterAsViewer(portal.url);
  const change = { gateMode: 'invited', testCode: await testCode(admin, mailbox) };
  expect((await changeGateMode(change)).status).toBe(200);
  expect(await status(visitor)).toMatchObject({ authenticated: true });
  expect((await changeGateMode({ gateMode: 'invited', gateAppliesTo: 'everybody' })).status).toBe(200);
  expect(await status(visitor)).toMatchObject({ authenticated: false, proofRequired: {} });
  expect(await status(admin)).toMatchObject({ uploadAuthenticated: true });
});

test('the administrator signs in regardless of gate mode and blocks', async () => {
  const client = new Client(portal.url);
  const signIn = (password: string) =>
    client.post('/api/auth/administrator', { ...form('boss@elsewhere.example', 'Boss'), password });
  expectError(await signIn('a wrong password'), 401, 'INVALID_PASSWORD');
  expect(await status(client)).toMatchObject({ authenticated: false });
  expect((await signIn(UPLOAD_PASSWORD)).json()).toEqual({ authenticated: true, uploadAuthenticated: true });
  expect(await status(client)).toMatchObject({ uploadAuthenticated: true });
});

test('visitors are rejected on every route of the administrator', async () => {
  const visitor = new Client(portal.url);
  for (const path of ['/api/gate-mode', '/api/invitations', '/api/blocks', '/api/access-requests'])
    expect((await visitor.get(path)).status).toBe(401);
});
