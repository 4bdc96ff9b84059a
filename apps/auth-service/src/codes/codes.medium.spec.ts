import { randomUUID } from 'node:crypto';
import { limits } from '@secure-preview/contracts';
import { deriveCode } from '@secure-preview/service-kit/outbox';
import { Client } from 'pg';
import { OUTBOX_SECRET, type RunningAuth, startAuth } from '../testing/running-auth.js';
import { CodeSweepService } from './code-sweep.service.js';
import { CodesService } from './codes.service.js';

const { tries, perDay } = limits.access.code;
/** Requests that an address may make in a day, with or without a link. */
const half = perDay / 2;

let auth: RunningAuth;
let codes: CodesService;
let otherReplica: CodesService;
let sweep: CodeSweepService;
let owner: Client;

beforeAll(async () => {
  auth = await startAuth();
  const app = await auth.replica();
  codes = app.get(CodesService, { strict: false });
  sweep = app.get(CodeSweepService, { strict: false });
  otherReplica = (await auth.replica()).get(CodesService, { strict: false });
  owner = new Client({ connectionString: auth.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await auth?.stop();
});

const purpose = 'verified';
const address = () => `${randomUUID()}@kino.example`;
const logoId = randomUUID();
const mailTo = (recipient: string) => ({
  recipient,
  language: 'de',
  companyName: 'Halcyon',
  logoId,
  audience: 'uninvited' as const,
  turn: 0,
  isBlocked: async () => false,
});
const request = (email: string, { service = codes, commandId = randomUUID(), mail = mailTo(email) } = {}) =>
  service.request({ email, purpose }, mail, commandId);
const verify = (
  codeId: string,
  code: string,
  email: string,
  { service = codes, commandId = randomUUID() } = {},
) => service.verify({ codeId, code, email, purpose }, commandId);
const digits = (codeId: string) => deriveCode(OUTBOX_SECRET, codeId);
const wrong = (codeId: string) => String((Number(digits(codeId)) + 1) % 1_000_000).padStart(6, '0');
const age = (codeId: string, seconds: number) =>
  owner.query(
    `UPDATE auth.codes SET requested_at = requested_at - make_interval(secs => $2),
       used_at = used_at - make_interval(secs => $2) WHERE id = $1`,
    [codeId, seconds],
  );
const mailsTo = async (recipient: string) =>
  (await owner.query('SELECT * FROM outbox.messages WHERE recipient = $1', [recipient])).rows;
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code: string; params: object }) => ({ code: error.code, params: error.params }),
  );

describe('a request', () => {
  it('stores a mail that holds no code', async () => {
    const email = address();
    const codeId = await request(email);
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      idempotency_key: `code:${codeId}`,
      kind: 'code',
      language: 'de',
      payload: { codeId, companyName: 'Halcyon', purpose: 'verified', logoId },
    });
    expect(mail.expires_at - mail.created_at).toBeGreaterThan(595_000);
    const stored = await owner.query('SELECT c::text AS text FROM auth.codes c WHERE id = $1', [codeId]);
    expect(stored.rows[0].text + JSON.stringify(mail)).not.toMatch(new RegExp(`\\b${digits(codeId)}\\b`));
  });

  it('stores no mail for an address that may not enter, and limits it in the same way', async () => {
    const email = address();
    const service = { email, purpose } as const;
    await codes.request(service, undefined, randomUUID());
    expect(await mailsTo(email)).toEqual([]);
    expect(await failure(codes.request(service, undefined, randomUUID()))).toMatchObject({
      code: 'CODE_TOO_SOON',
    });
  });

  it('that is repeated stores one code and one mail', async () => {
    const email = address();
    const commandId = randomUUID();
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        request(email, { commandId, service: i % 2 ? codes : otherReplica }),
      ),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('is allowed once a minute for an address in any form, by all replicas together', async () => {
    const email = address();
    const forms = [email, email.toUpperCase(), ` ${email} `];
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) =>
        request(forms[i % 3] ?? '', {
          mail: mailTo(email),
          service: i % 2 ? codes : otherReplica,
        }),
      ),
    );
    const [allowed, ...more] = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    );
    expect(more).toEqual([]);
    const seconds = 'retryAfterSeconds';
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toHaveLength(11);
    for (const { code, params } of refused) {
      expect(code).toBe('CODE_TOO_SOON');
      expect(params[seconds]).toBeGreaterThan(50);
      expect(params[seconds]).toBeLessThanOrEqual(60);
    }
    await age(allowed ?? '', 60);
    expect(await request(email)).not.toBe(allowed);
  });

  it(`is allowed ${half} times a day for an address`, async () => {
    const email = address();
    const ids: string[] = [];
    for (let count = 0; count < half; count += 1) {
      ids.push(await request(email));
      for (const id of ids) await age(id, 100);
    }
    expect(await failure(request(email, { service: otherReplica }))).toEqual({
      code: 'TOO_MANY_CODES',
      params: { retryAfterSeconds: expect.any(Number) },
    });
    expect(await mailsTo(email)).toHaveLength(half);
    await age(ids[0] ?? '', 86_400);
    expect(await request(email)).toMatch(/-/);
  });

  it('with a link is allowed as often again, and leaves the requests without a link unchanged', async () => {
    const email = address();
    const byLink = (service = codes) =>
      service.request({ email, purpose, byLink: true }, mailTo(email), randomUUID());
    const ids: string[] = [];
    for (let count = 0; count < half; count += 1) {
      ids.push(await request(email));
      for (const id of ids) await age(id, 100);
    }
    expect(await failure(request(email))).toMatchObject({ code: 'TOO_MANY_CODES' });
    for (let count = 0; count < half; count += 1) {
      const id = await byLink(count % 2 ? codes : otherReplica);
      await verify(id, digits(id), email);
      if (count === 0) expect(await failure(byLink())).toMatchObject({ code: 'CODE_TOO_SOON' });
      ids.push(id);
      for (const each of ids) await age(each, 100);
    }
    expect(await failure(byLink())).toMatchObject({ code: 'TOO_MANY_CODES' });
    expect(await mailsTo(email)).toHaveLength(perDay);
    await age(ids[0] ?? '', 86_400);
    expect(await request(email)).toMatch(/-/);
  });

  it('is limited for a mailbox, not for each address that leads to it', async () => {
    const user = randomUUID();
    const forms = Array.from({ length: 12 }, (_, n) => `${user}+${n}@kino.example`);
    const results = await Promise.allSettled(
      forms.map((form, n) => request(form, { service: n % 2 ? codes : otherReplica })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const sent = await owner.query('SELECT FROM outbox.messages WHERE recipient LIKE $1', [`${user}%`]);
    expect(sent.rowCount).toBe(1);
    for (const email of [`${user}@kino.example`, `${user.toUpperCase()}+x@KINO.example`])
      expect(await failure(request(email))).toMatchObject({ code: 'CODE_TOO_SOON' });
    // Known and unknown addresses get the same answer.
    const unknown = codes.request({ email: `${user}+y@kino.example`, purpose }, undefined, randomUUID());
    expect(await failure(unknown)).toMatchObject({ code: 'CODE_TOO_SOON' });
    expect(await request(`${user}.x@kino.example`)).toMatch(/-/);
  });

  it(`is allowed ${half} times a day for a mailbox of Gmail, with dots anywhere`, async () => {
    const user = randomUUID().replaceAll('-', '');
    const ids: string[] = [];
    for (let count = 0; count < half; count += 1) {
      const domain = count % 2 ? 'gmail.com' : 'googlemail.com';
      const email = `${user.slice(0, count)}.${user.slice(count)}+${count}@${domain}`;
      ids.push(await request(email));
      for (const id of ids) await age(id, 100);
    }
    expect(await failure(request(`${user}@gmail.com`))).toMatchObject({ code: 'TOO_MANY_CODES' });
  });

  it('with a link is limited for its address only', async () => {
    const user = randomUUID();
    const byLink = (email: string) =>
      codes.request({ email, purpose, byLink: true }, mailTo(email), randomUUID());
    const [first, second] = [`${user}+a@kino.example`, `${user}+b@kino.example`];
    await byLink(first);
    await byLink(second);
    for (const email of [first, second])
      expect(await failure(byLink(email))).toMatchObject({ code: 'CODE_TOO_SOON' });
  });

  it('is counted if an earlier version of the service stored it', async () => {
    const email = address();
    await request(email);
    await owner.query('UPDATE auth.codes SET mailbox_key = NULL WHERE email_key = $1', [email]);
    expect(await failure(request(email))).toMatchObject({ code: 'CODE_TOO_SOON' });
  });

  it('proves the address that was typed, not its mailbox', async () => {
    const user = randomUUID();
    const codeId = await request(`${user}+1@kino.example`);
    expect(await failure(verify(codeId, digits(codeId), `${user}@kino.example`))).toMatchObject({
      code: 'CODE_EXPIRED',
    });
    await verify(codeId, digits(codeId), `${user}+1@kino.example`);
  });

  it('of a test is not limited by requests of strangers for the address', async () => {
    const email = address();
    const requestTest = () => otherReplica.request({ email, purpose: 'test' }, mailTo(email), randomUUID());
    await request(email);
    await requestTest();
    expect(await failure(requestTest())).toMatchObject({ code: 'CODE_TOO_SOON' });
    await owner.query(
      `INSERT INTO auth.codes (id, command_id, email_key, purpose, requested_at)
       SELECT gen_random_uuid(), gen_random_uuid(), email_key, purpose, requested_at FROM auth.codes,
         generate_series(1, $2) WHERE email_key = $1 AND purpose <> 'test'`,
      [email, perDay],
    );
    await owner.query(
      `UPDATE auth.codes SET requested_at = requested_at - interval '1 minute' WHERE email_key = $1`,
      [email],
    );
    expect(await failure(request(email))).toMatchObject({ code: 'TOO_MANY_CODES' });
    await requestTest();
  });

  it('bounds guesses at an address to five for each of ten codes a day', async () => {
    const email = address();
    let guesses = 0;
    for (const byLink of [false, true]) {
      const ids: string[] = [];
      for (let count = 0; count < half; count += 1) {
        const id = await codes.request({ email, purpose, byLink }, undefined, randomUUID());
        ids.push(id);
        const results = await Promise.all(
          Array.from({ length: tries + 2 }, () => failure(verify(id, wrong(id), email))),
        );
        guesses += results.filter((result) => result?.code === 'CODE_WRONG').length;
        for (const each of ids) await age(each, 100);
      }
    }
    expect(guesses).toBe(perDay * tries);
  });

  it('stores the turn of its network as the priority of the mail', async () => {
    const [first, later] = [address(), address()];
    await request(later, { mail: { ...mailTo(later), turn: 7 } });
    await request(first);
    const priorities = await Promise.all(
      [first, later].map(async (email) => (await mailsTo(email))[0]?.priority),
    );
    expect(priorities[1] - priorities[0]).toBe(7);
    expect(priorities[1]).toBeLessThan(0);
  });

  it('fails without the secret of the outbox, and stores nothing', async () => {
    const app = await auth.replica({ OUTBOX_SECRET: undefined });
    const email = address();
    const service = app.get(CodesService, { strict: false });
    expect(await failure(request(email, { service }))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const stored = await owner.query('SELECT FROM auth.codes WHERE email_key = $1', [email]);
    expect(stored.rows).toEqual([]);
  });
});

describe('a code', () => {
  it('is right for its address in any form, and again within two minutes', async () => {
    const email = address();
    const codeId = await request(email);
    await verify(codeId, digits(codeId), ` ${email.toUpperCase()}`);
    await age(codeId, 110);
    await verify(codeId, digits(codeId), email, { service: otherReplica });
    await age(codeId, 11);
    expect(await failure(verify(codeId, digits(codeId), email))).toMatchObject({ code: 'CODE_EXPIRED' });
  });

  it('expires after ten minutes, but not while it is used in the last of them', async () => {
    const [first, second] = [address(), address()];
    const [expired, late] = [await request(first), await request(second)];
    await age(expired, 601);
    expect(await failure(verify(expired, digits(expired), first))).toMatchObject({ code: 'CODE_EXPIRED' });
    expect(await failure(verify(expired, wrong(expired), first))).toMatchObject({ code: 'CODE_EXPIRED' });
    await age(late, 590);
    await verify(late, digits(late), second);
    await age(late, 60);
    await verify(late, digits(late), second);
  });

  it('is not valid for another address, another purpose or another id', async () => {
    const email = address();
    const codeId = await request(email);
    const expired = { code: 'CODE_EXPIRED', params: {} };
    expect(await failure(verify(codeId, digits(codeId), address()))).toEqual(expired);
    const typed = { codeId, code: digits(codeId), email, purpose: 'test' } as const;
    expect(await failure(codes.verify(typed, randomUUID()))).toEqual(expired);
    expect(await failure(verify(randomUUID(), digits(codeId), email))).toEqual(expired);
    await verify(codeId, digits(codeId), email);
  });

  it(`allows exactly ${tries} wrong tries by parallel calls of all replicas`, async () => {
    const email = address();
    const codeId = await request(email);
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        failure(verify(codeId, wrong(codeId), email, { service: i % 2 ? codes : otherReplica })),
      ),
    );
    const left = results.flatMap((result) => (result?.code === 'CODE_WRONG' ? [result.params] : []));
    expect(left.map((params) => JSON.stringify(params)).sort()).toEqual(
      Array.from({ length: tries }, (_, triesLeft) => JSON.stringify({ triesLeft })),
    );
    expect(results.filter((result) => result?.code === 'CODE_EXPIRED')).toHaveLength(40 - tries);
    expect(await failure(verify(codeId, digits(codeId), email))).toMatchObject({ code: 'CODE_EXPIRED' });
  });

  it('loses one try to a command that is repeated, and stays right afterwards', async () => {
    const email = address();
    const codeId = await request(email);
    const commandId = randomUUID();
    const repeated = await Promise.all(
      [codes, otherReplica, codes].map((service) =>
        failure(verify(codeId, wrong(codeId), email, { service, commandId })),
      ),
    );
    for (const result of repeated)
      expect(result).toEqual({ code: 'CODE_WRONG', params: { triesLeft: tries - 1 } });
    await verify(codeId, digits(codeId), email);
  });

  it('is wrong with too few, too many or other digits', async () => {
    const email = address();
    const codeId = await request(email);
    for (const typed of ['', digits(codeId).slice(1), `${digits(codeId)}0`])
      expect(await failure(verify(codeId, typed, email))).toMatchObject({ code: 'CODE_WRONG' });
  });
});

it('deletes codes after a day', async () => {
  const [old, recent] = [await request(address()), await request(address())];
  await age(old, 86_401);
  await sweep.sweep();
  const { rows } = await owner.query('SELECT id FROM auth.codes WHERE id = ANY ($1)', [[old, recent]]);
  expect(rows).toEqual([{ id: recent }]);
});
