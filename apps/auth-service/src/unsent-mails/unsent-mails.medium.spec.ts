import { randomUUID } from 'node:crypto';
import { enqueueMail, type MailKind } from '@secure-preview/service-kit/outbox';
import { DataSource } from 'typeorm';
import { cursorOf } from '../listing/uuid-cursor.js';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';
import { UnsentMailRepository } from './unsent-mail.repository.js';

let auth: RunningAuth;
let unsent: UnsentMailRepository;
let service: DataSource;
let owner: DataSource;

beforeAll(async () => {
  auth = await startAuth();
  const app = await auth.replica();
  unsent = app.get(UnsentMailRepository, { strict: false });
  service = app.get(DataSource, { strict: false });
  owner = await new DataSource({ type: 'postgres', url: auth.ownerUrl }).initialize();
});
afterEach(() => owner.query('TRUNCATE outbox.messages'));
afterAll(async () => {
  await owner?.destroy();
  await auth?.stop();
});

/** Stores a mail of this service, and changes its row as the notifier or the passage of time does. */
async function mail(kind: MailKind, change: string): Promise<void> {
  const key = randomUUID();
  const recipient = 'ada@kino.example';
  await enqueueMail(service, { key, kind, recipient, language: 'en', payload: {}, validSeconds: 600 });
  await owner.query(`UPDATE outbox.messages SET ${change} WHERE idempotency_key = $1`, [key]);
}
const list = (page: { limit?: number; cursor?: string } = {}) => unsent.list({ limit: 5, ...page });
const finished = (state: string) => `state = '${state}', finished_at = now()`;

it('lists alerts and codes that were not sent or wait for a reason, newest first', async () => {
  await mail('alert', `reason = 'MAIL_NOT_CONFIGURED'`);
  await mail('code', `${finished('refused')}, reason = 'REFUSED', detail = '550 ' || repeat('x', 400)`);
  await mail('alert', finished('expired'));
  const { total, mails } = await list();
  const [id, at] = [expect.any(String), expect.any(String)];
  expect(total).toBe(3);
  expect(mails).toEqual([
    { id, kind: 'alert', state: 'expired', reason: null, detail: null, at },
    { id, kind: 'code', state: 'refused', reason: 'REFUSED', detail: `550 ${'x'.repeat(296)}`, at },
    { id, kind: 'alert', state: 'waiting', reason: 'MAIL_NOT_CONFIGURED', detail: null, at },
  ]);
});

it('lists no mails that were sent, invitations, codes to blocked addresses, or those of other services', async () => {
  await mail('alert', finished('sent'));
  await mail('invitation', finished('refused'));
  await mail('code', `${finished('refused')}, sender = 'portal_analytics'`);
  await mail('code', `${finished('expired')}, reason = 'BLOCKED'`);
  expect(await list()).toEqual({ total: 0, mails: [], nextCursor: null });
});

it('lists a mail without an attempt only after a minute', async () => {
  await mail('alert', `created_at = now() - interval '50 seconds'`);
  expect(await list()).toMatchObject({ total: 0 });
  await mail('alert', `created_at = now() - interval '70 seconds'`);
  expect(await list()).toMatchObject({ total: 1, mails: [{ state: 'waiting', reason: null }] });
});

it('lists the last seven days in pages, newest first, and counts all of these', async () => {
  for (let days = 1; days <= 8; days += 1)
    await mail(
      'alert',
      `${finished('expired')}, created_at = now() - make_interval(days => ${days}, mins => -1)`,
    );
  const first = await list();
  const ages = ({ mails }: typeof first) =>
    mails.map(({ at }) => Math.round((Date.now() - Date.parse(at)) / 86_400_000));
  expect([first.total, ages(first)]).toEqual([7, [1, 2, 3, 4, 5]]);
  const cursor = first.nextCursor ?? '';
  // The last mail of a page may be sent before the next page is read.
  await owner.query(`UPDATE outbox.messages SET state = 'sent' WHERE id = $1`, [first.mails.at(-1)?.id]);
  const second = await list({ cursor });
  expect([second.total, ages(second), second.nextCursor]).toEqual([6, [6, 7], null]);
  expect((await list({ cursor, limit: 1 })).mails).toEqual(second.mails.slice(0, 1));
});

it('lists every mail once, also those of the same moment', async () => {
  for (let count = 0; count < 5; count += 1)
    await mail('code', `${finished('expired')}, created_at = 'today'`);
  const ids: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await list({ limit: 2, ...(cursor && { cursor }) });
    ids.push(...page.mails.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(new Set(ids).size).toBe(5);
  expect(ids).toHaveLength(5);
});

it('rejects a cursor that it did not issue', async () => {
  for (const cursor of ['x', cursorOf(randomUUID())])
    await expect(list({ cursor })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
});
