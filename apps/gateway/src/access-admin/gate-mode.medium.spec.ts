import { randomUUID } from 'node:crypto';
import { AppError, type SettingOverrides } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { CODE, entries } from '../testing/fake-entry.js';
import { services, UPLOAD_PASSWORD } from '../testing/fakes.js';
import { PublishedAccess } from '../testing/published-access.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { stranger, uploader } from '../testing/visitors.js';

let env: TestEnvironment;
let gateways: readonly [RunningGateway, RunningGateway];
let redis: Redis;
let published: PublishedAccess;
let administrator: Awaited<ReturnType<typeof uploader>>;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  gateways = [await env.readyGateway(), await env.readyGateway()];
  redis = new Redis(env.redis.url);
  published = new PublishedAccess(redis);
  await published.uploadEpoch();
  administrator = await uploader(gateways[0]);
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});

/** Puts settings into effect at both gateways. */
async function choose(overrides: SettingOverrides): Promise<void> {
  await published.settings(overrides);
  const { gateMode = 'open' } = overrides;
  for (const gateway of gateways)
    await until(async () => (await stranger(gateway).get('/api/config')).body.gateMode === gateMode, {
      what: 'the change',
    });
}
beforeEach(async () => {
  entries.failure = undefined;
  await choose({});
});

const testCode = (code = CODE) => ({ email: 'ada@kino.example', codeId: randomUUID(), code });
const change = (changes: object = {}) =>
  administrator.post('/api/gate-mode').send({
    version: services.settings.version,
    gateMode: 'verified',
    gateAppliesTo: 'newVisitors',
    invitationProof: 'code',
    password: UPLOAD_PASSWORD,
    testCode: testCode(),
    ...changes,
  });
/** Returns the gate mode that is stored. */
const stored = () => services.settings.overrides.gateMode ?? 'open';
const received = () => [
  services.passwordAttempts.length,
  entries.codeChecks.length,
  services.settings.version,
];

describe('the gate mode', () => {
  it('is read with the newest version, also just after a change at another gateway', async () => {
    services.settings = {
      version: services.settings.version + 1,
      overrides: { gateMode: 'invited', requiredInside: 'nothing', invitationProof: 'link' },
    };
    const { body } = await administrator.get('/api/gate-mode').expect(200);
    expect(body).toEqual({
      version: services.settings.version,
      gateMode: 'invited',
      invitationProof: 'link',
      locked: false,
    });
  });

  it('is changed with password and test code, and followed by the other gateway', async () => {
    const { version } = services.settings;
    const { body } = await change({ gateAppliesTo: 'everybody', invitationProof: 'link' }).expect(200);
    expect(body).toEqual({
      version: version + 1,
      gateMode: 'verified',
      invitationProof: 'link',
      locked: false,
    });
    expect(services.settingsChanges.at(-1)).toEqual({
      version,
      set: { gateMode: 'verified', requiredInside: 'addressOrLink', invitationProof: 'link' },
      reset: [],
      by: { sessionRef: services.passwordAttempts.at(-1)?.sessionRef, name: 'Ada Lovelace' },
    });
    expect(entries.codeChecks.at(-1)).toMatchObject({ email: 'ada@kino.example', purpose: 'test' });
    expect((await stranger(gateways[0]).get('/api/config')).body.gateMode).toBe('verified');
  });

  it('needs the password first, and uses up no try of the code without it', async () => {
    const [attempts = 0, checks] = received();
    const response = await change({ password: 'wrong' });
    expect([response.status, response.body.code]).toEqual([401, 'INVALID_PASSWORD']);
    expect(received().slice(0, 2)).toEqual([attempts + 1, checks]);
    expect(stored()).toBe('open');
  });

  it.each(['verified', 'invited'])('needs a test code to become %s', async (gateMode) => {
    const response = await change({ gateMode, testCode: undefined });
    expect([response.status, response.body.code]).toEqual([400, 'TEST_CODE_REQUIRED']);
    expect(stored()).toBe('open');
  });

  it.each(['CODE_WRONG', 'CODE_EXPIRED'] as const)('is not changed on the error %s', async (code) => {
    entries.failure = new AppError(code, { params: { triesLeft: 3 } });
    const response = await change();
    expect([response.status, response.body.code]).toEqual([400, code]);
    expect(stored()).toBe('open');
  });

  it('needs no test code to open, or to change between modes that need mail', async () => {
    await choose({ gateMode: 'verified' });
    await change({ gateMode: 'invited', testCode: undefined }).expect(200);
    await change({ gateMode: 'open', testCode: undefined }).expect(200);
    expect(stored()).toBe('open');
  });

  it('is compared with the newest mode, not with this gateway’s copy', async () => {
    await choose({ gateMode: 'verified' });
    services.settings = { version: services.settings.version + 1, overrides: {} };
    const response = await change({ gateMode: 'invited', testCode: undefined });
    expect(response.body.code).toBe('TEST_CODE_REQUIRED');
  });

  it('stays unchanged if the request has an outdated version or invalid input', async () => {
    const outdated = await change({ version: services.settings.version - 1 });
    expect([outdated.status, outdated.body.code]).toEqual([409, 'SETTINGS_CHANGED']);
    const before = received();
    for (const invalid of [{ gateMode: 'closed' }, { gateAppliesTo: 1 }, { password: '' }, { testCode: {} }])
      expect((await change(invalid)).status).toBe(400);
    expect(received()).toEqual(before);
  });

  it('can be locked by the configuration of the server', async () => {
    const locked = await env.readyGateway({ SETTINGS_LOCKED: ['gateMode'], GATE_MODE: 'invited' });
    const { body } = await administrator.get('/api/gate-mode').expect(200);
    const agent = stranger(locked);
    const entered = agent.post('/api/auth/administrator');
    await entered
      .send({ name: 'Ada', email: 'ada@kino.example', termsAccepted: 'true', password: UPLOAD_PASSWORD })
      .expect(200);
    expect((await agent.get('/api/gate-mode').expect(200)).body).toMatchObject({
      gateMode: 'invited',
      locked: true,
    });
    const before = received();
    const gateAppliesTo = 'newVisitors';
    const form = { ...body, gateMode: 'open', gateAppliesTo, password: UPLOAD_PASSWORD };
    const response = await agent.post('/api/gate-mode').send(form);
    expect(response.body).toMatchObject({ code: 'SETTING_LOCKED', params: { name: 'gateMode' } });
    expect(received()).toEqual(before);
  });
});

describe('a test code', () => {
  it('is sent in the language of the page', async () => {
    const form = { email: 'ada@kino.example', language: 'fr' };
    await administrator.post('/api/gate-mode/test-code').send(form).expect(200);
    expect(entries.codeRequests.at(-1)).toMatchObject({ ...form, purpose: 'test' });
    await administrator
      .post('/api/gate-mode/test-code')
      .send({ ...form, language: 'xx' })
      .expect(400);
  });

  it('is sent to any address, by default in the language of the portal', async () => {
    await choose({ languages: ['de'], companyName: 'Halcyon' });
    const read = async () => (await stranger(gateways[0]).get('/api/config')).body.companyName;
    await until(async () => (await read()) === 'Halcyon');
    const { body } = await administrator
      .post('/api/gate-mode/test-code')
      .send({ email: 'ada@xn--r8jz45g.jp' })
      .expect(200);
    expect(body).toEqual({ codeId: expect.any(String), expiresInSeconds: 600, resendInSeconds: 60 });
    expect(entries.codeRequests.at(-1)).toEqual({
      email: 'ada@例え.jp',
      language: 'de',
      purpose: 'test',
      turn: 0,
      companyName: 'Halcyon',
      logoId: null,
    });
  });

  it.each(['CODE_TOO_SOON', 'TOO_MANY_CODES'] as const)('passes on the error %s', async (code) => {
    entries.failure = new AppError(code);
    const response = await administrator.post('/api/gate-mode/test-code').send({ email: 'ada@kino.example' });
    expect([response.status, response.body.code]).toEqual([429, code]);
  });

  it('is sent at most 20 times an hour for a session', async () => {
    const [limited, other] = [await uploader(gateways[0]), await uploader(gateways[0])];
    const send = (agent: typeof limited) =>
      agent.post('/api/gate-mode/test-code').send({ email: 'ada@kino.example' });
    for (let sent = 0; sent < 20; sent++) await send(limited).expect(200);
    const requested = entries.codeRequests.length;
    const { body } = await send(limited).expect(429);
    expect(body.code).toBe('TOO_MANY_REQUESTS');
    expect(entries.codeRequests).toHaveLength(requested);
    await send(other).expect(200);
  });
});
