import { randomUUID } from 'node:crypto';
import { enqueueMail, type MailKind } from '@secure-preview/service-kit/outbox';
import { DataSource } from 'typeorm';
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
const finished = (state: string) => `state = '${state}', finished_at = now()`;

it('lists alerts and codes that were not sent or wait for a reason, newest first', async () => {
  await mail('alert', `reason = 'MAIL_NOT_CONFIGURED'`);
  await mail('code', `${finished('refused')}, reason = 'REFUSED', detail = '550 ' || repeat('x', 400)`);
  await mail('alert', finished('expired'));
  const { total, mails } = await unsent.list();
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
  expect(await unsent.list()).toEqual({ total: 0, mails: [] });
});

it('lists a mail without an attempt only after a minute', async () => {
  await mail('alert', `created_at = now() - interval '50 seconds'`);
  expect(await unsent.list()).toMatchObject({ total: 0 });
  await mail('alert', `created_at = now() - interval '70 seconds'`);
  expect(await unsent.list()).toMatchObject({ total: 1, mails: [{ state: 'waiting', reason: null }] });
});

it('lists the newest five of the last seven days, and counts all of these', async () => {
  for (let days = 1; days <= 8; days += 1)
    await mail(
      'alert',
      `${finished('expired')}, created_at = now() - make_interval(days => ${days}, mins => -1)`,
    );
  const { total, mails } = await unsent.list();
  expect(total).toBe(7);
  expect(mails).toHaveLength(5);
  const ages = mails.map(({ at }) => Math.round((Date.now() - Date.parse(at)) / 86_400_000));
  expect(ages).toEqual([1, 2, 3, 4, 5]);
});
