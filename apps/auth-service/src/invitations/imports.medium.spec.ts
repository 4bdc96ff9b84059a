import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { invitationsRpc, limits } from '@secure-preview/contracts';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { BlocksService } from '../blocks/blocks.service.js';
import { address, by, importAddresses, inHours, newChange, rowsOf, terms } from '../testing/invitations.js';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';
import { whileBlocking } from '../testing/while-blocking.js';
import { ImportSweepService } from './import-sweep.service.js';
import { ImportsService } from './imports.service.js';

const { importRows, importCall } = limits.access;

let auth: RunningAuth;
let app: INestApplicationContext;
let imports: ImportsService;
let otherReplica: ImportsService;
let owner: Client;

beforeAll(async () => {
  auth = await startAuth();
  app = await auth.replica();
  imports = app.get(ImportsService, { strict: false });
  otherReplica = (await auth.replica()).get(ImportsService, { strict: false });
  owner = new Client({ connectionString: auth.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await auth?.stop();
});

const count = async (sql: string, values: unknown[] = []) =>
  Number((await owner.query(`SELECT count(*) FROM ${sql}`, values)).rows[0].count);
const mailsTo = (email: string) => count('outbox.messages WHERE recipient = $1', [email]);
const outcomes = async (importId: string, emails: readonly string[], first = 1, service = imports) =>
  (await service.addRows(importId, rowsOf(emails, first))).map(({ outcome }) => outcome);

/** Adds rows in calls of 250, as the page does. */
async function addMany(importId: string, emails: readonly string[]): Promise<void> {
  for (let start = 0; start < emails.length; start += importCall)
    await imports.addRows(importId, rowsOf(emails.slice(start, start + importCall), start + 1));
}

describe('rows', () => {
  it('are checked by line, and nothing is sent before they are confirmed', async () => {
    const [invited, revoked, blocked] = [address(), address(), address()];
    await importAddresses(app, [invited]);
    await importAddresses(app, [revoked], { endsAt: inHours(-1) });
    const block = { kind: 'address', value: blocked, note: '', blocked: true } as const;
    await app.get(BlocksService, { strict: false }).change(block, by, randomUUID());
    const unknown = address();
    const lines = [unknown, 'ada@', unknown.toUpperCase(), invited, revoked, blocked, '@halcyon.example'];
    expect(await outcomes(randomUUID(), lines)).toEqual([
      'new',
      'emailInvalid',
      'duplicate',
      'alreadyInvited',
      'renewed',
      'blocked',
      'new',
    ]);
    expect(await mailsTo(unknown)).toBe(0);
    expect(await count('auth.invitations WHERE email_key = $1', [unknown])).toBe(0);
  });

  it('find duplicates in earlier calls, and replace rows of the same line', async () => {
    const importId = randomUUID();
    const [first, second] = [address(), address()];
    expect(await outcomes(importId, [first, second])).toEqual(['new', 'new']);
    expect(await outcomes(importId, [first, second], 1, otherReplica)).toEqual(['new', 'new']);
    expect(await outcomes(importId, [first.toUpperCase()], 3)).toEqual(['duplicate']);
    expect(await outcomes(importId, ['no address'], 2)).toEqual(['emailInvalid']);
    expect(await imports.confirm(importId, terms, newChange())).toEqual({ invited: 1, blocked: 0 });
  });

  it('with characters that Postgres rejects are reported as invalid', async () => {
    const rows = [{ line: 1, email: 'a\0@kino.example', name: 'b\0' }];
    expect(await imports.addRows(randomUUID(), rows)).toMatchObject([{ outcome: 'emailInvalid' }]);
  });

  it('that nobody confirms are deleted after a day', async () => {
    const [old, recent] = [randomUUID(), randomUUID()];
    for (const importId of [old, recent]) await imports.addRows(importId, rowsOf([address()]));
    await owner.query("UPDATE auth.import_rows SET at = at - interval '25 hours' WHERE import_id = $1", [
      old,
    ]);
    await app.get(ImportSweepService, { strict: false }).sweep();
    await expect(imports.confirm(old, terms, newChange())).rejects.toMatchObject({
      code: 'IMPORT_NOT_FOUND',
    });
    expect(await imports.confirm(recent, terms, newChange())).toEqual({ invited: 1, blocked: 0 });
  });
});

describe('a confirmation', () => {
  it('creates invitations and their mails, once', async () => {
    const importId = randomUUID();
    const email = address();
    const endsAt = inHours(2);
    await imports.addRows(importId, [{ line: 1, email, name: 'Ada' }]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        (i % 2 ? imports : otherReplica).confirm(importId, { ...terms, endsAt }, newChange()),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 8 }, () => ({ invited: 1, blocked: 0 })));
    const { rows } = await owner.query('SELECT * FROM outbox.messages WHERE recipient = $1', [email]);
    expect(rows).toEqual([
      expect.objectContaining({
        kind: 'invitation',
        language: 'de',
        idempotency_key: expect.stringMatching(/^invitation:[0-9a-f-]{36}:1$/),
        payload: {
          invitationId: expect.any(String),
          generation: 1,
          name: 'Ada',
          message: terms.message,
          senderLine: 'Invited by Ada',
          timeZone: 'Europe/Berlin',
          companyName: 'Halcyon',
          logoId: null,
          keyArtId: null,
          startsAt: null,
          endsAt,
        },
      }),
    ]);
    expect(rows[0].expires_at.getTime()).toBeLessThanOrEqual(Date.parse(endsAt) + 5000);
    await expect(imports.addRows(importId, rowsOf([address()]))).rejects.toMatchObject({
      code: 'IMPORT_CONFIRMED',
    });
  });

  it('stores the ids of the images that the mails show', async () => {
    const [importId, logoId, keyArtId] = [randomUUID(), randomUUID(), randomUUID()];
    const email = address();
    await imports.addRows(importId, rowsOf([email]));
    const change = newChange();
    await imports.confirm(importId, terms, { ...change, texts: { ...change.texts, logoId, keyArtId } });
    const { rows } = await owner.query('SELECT payload FROM outbox.messages WHERE recipient = $1', [email]);
    expect(rows).toMatchObject([{ payload: { logoId, keyArtId } }]);
  });

  it('leaves out addresses that were blocked after the check, and reports their number again', async () => {
    const domain = `${randomUUID()}.example`;
    const [kept, blocked, ofDomain] = [address(), address(), `ada@${domain}`];
    const importId = randomUUID();
    const lines = [kept, blocked, ofDomain, `@${domain}`];
    expect(await outcomes(importId, lines)).toEqual(['new', 'new', 'new', 'new']);
    for (const target of [
      { kind: 'address' as const, value: blocked },
      { kind: 'domain' as const, value: domain },
    ]) {
      const block = { ...target, note: '', blocked: true };
      await app.get(BlocksService, { strict: false }).change(block, by, randomUUID());
    }
    for (const service of [imports, otherReplica])
      expect(await service.confirm(importId, terms, newChange())).toEqual({ invited: 1, blocked: 3 });
    expect(await count('auth.invitations WHERE email_key = ANY ($1)', [lines])).toBe(1);
    for (const [email, mails] of [
      [kept, 1],
      [blocked, 0],
      [ofDomain, 0],
    ] as const)
      expect(await mailsTo(email)).toBe(mails);
  });

  it('leaves out an address that is being blocked at the same moment', async () => {
    const importId = randomUUID();
    const [blocked, allowed] = [address(), address()];
    await imports.addRows(importId, rowsOf([blocked, allowed]));
    const confirm = () => otherReplica.confirm(importId, terms, newChange());
    expect(await whileBlocking(auth.ownerUrl, blocked, confirm)).toEqual({ invited: 1, blocked: 1 });
    expect([await mailsTo(blocked), await mailsTo(allowed)]).toEqual([0, 1]);
  });

  it('invites an address once if two imports contain it', async () => {
    const emails = Array.from({ length: 50 }, address);
    const invited = await Promise.all([
      importAddresses(app, emails),
      importAddresses(app, [...emails].reverse()),
    ]);
    expect(invited[0] + invited[1]).toBe(50);
    expect(await count('auth.invitations WHERE email_key = ANY ($1)', [emails])).toBe(50);
    expect(await count('outbox.messages WHERE recipient = ANY ($1)', [emails])).toBe(50);
  });

  it('sends no mail to domains, or to anybody if none is wanted', async () => {
    const [email, domain] = [address(), `@${randomUUID()}.example`];
    expect(await importAddresses(app, [email], { sendMail: false })).toBe(1);
    expect(await importAddresses(app, [domain])).toBe(1);
    expect(await mailsTo(email)).toBe(0);
    expect(await mailsTo(domain)).toBe(0);
  });

  it('of an unknown import is rejected', async () => {
    await expect(imports.confirm(randomUUID(), terms, newChange())).rejects.toMatchObject({
      code: 'IMPORT_NOT_FOUND',
    });
  });

  it('of only invalid rows invites nobody', async () => {
    expect(await importAddresses(app, ['nobody'])).toBe(0);
  });
});

describe('an import of the largest size', () => {
  it(`invites ${importRows} people before the call would be sent again`, async () => {
    const importId = randomUUID();
    const marker = randomUUID();
    const emails = Array.from({ length: importRows }, (_, index) => `${index}-${marker}@kino.example`);
    await addMany(importId, emails);
    const message = 'm'.repeat(limits.access.message.max);
    const started = performance.now();
    expect(await imports.confirm(importId, { ...terms, message }, newChange())).toEqual({
      invited: importRows,
      blocked: 0,
    });
    expect(performance.now() - started).toBeLessThan(invitationsRpc.methods.confirmImport.attemptMs);
    expect(await count('outbox.messages WHERE recipient LIKE $1', [`%${marker}%`])).toBe(importRows);
  }, 60_000);

  it('reads no whole table for each row, also after the portal had few invitations', async () => {
    // Foreign keys keep their plan in each connection, here one for a table of a single page.
    const database = app.get(DataSource, { strict: false });
    await owner.query('BEGIN; DELETE FROM auth.invitation_changes; DELETE FROM auth.invitations; COMMIT');
    await importAddresses(app, [address()]);
    await owner.query('VACUUM FULL ANALYZE auth.invitations');
    for (let small = 0; small < 10; small += 1) await importAddresses(app, [address()]);
    const rowsRead = async () => {
      await database.query('SELECT pg_stat_force_next_flush()');
      const { rows } = await owner.query(
        `SELECT seq_tup_read::int AS read FROM pg_stat_user_tables
         WHERE schemaname = 'auth' AND relname = 'invitations'`,
      );
      return rows[0].read as number;
    };
    const before = await rowsRead();
    const importId = randomUUID();
    await addMany(
      importId,
      Array.from({ length: 1000 }, () => address()),
    );
    await imports.confirm(importId, terms, newChange());
    // Some statements read the table once.
    expect((await rowsRead()) - before).toBeLessThan(50_000);
  });

  it('is refused as a whole with one row more', async () => {
    const importId = randomUUID();
    const marker = randomUUID();
    const emails = Array.from({ length: importRows }, (_, index) => `${index}-${marker}@kino.example`);
    await addMany(importId, emails);
    const tooLarge = { code: 'IMPORT_TOO_LARGE', params: { max: importRows } };
    const oneMore = rowsOf([address()], importRows + 1);
    await expect(imports.addRows(importId, oneMore)).rejects.toMatchObject(tooLarge);
    await expect(otherReplica.addRows(importId, rowsOf([address()]))).rejects.toMatchObject(tooLarge);
    await expect(imports.confirm(importId, terms, newChange())).rejects.toMatchObject({
      code: 'IMPORT_NOT_FOUND',
    });
    expect(await count('auth.invitations WHERE email_key LIKE $1', [`%${marker}%`])).toBe(0);
    expect(await count('auth.import_rows WHERE import_id = $1', [importId])).toBe(0);
  }, 60_000);
});
