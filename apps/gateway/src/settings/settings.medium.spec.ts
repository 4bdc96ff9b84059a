import { redisKeys, type SettingOverrides } from '@secure-preview/contracts';
import { createLogger } from '@secure-preview/service-kit';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { services, UPLOAD_PASSWORD } from '../testing/fakes.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { lead, stranger, uploader, viewer } from '../testing/visitors.js';

let env: TestEnvironment;
let redis: Redis;
let gateways: readonly [RunningGateway, RunningGateway];

/** Limit within which every gateway shows a change (docs/product.md#settings); other tests wait longer on a busy host. */
const FOLLOWED = { deadlineMs: 2000 };

/** Stores overrides and publishes their version, as auth-service does. */
async function publish(overrides: SettingOverrides): Promise<void> {
  services.settings = { version: services.settings.version + 1, overrides };
  await redis.set(redisKeys.settingsVersion, services.settings.version);
}
const configOf = async (gateway: RunningGateway, language?: string) =>
  (
    await stranger(gateway)
      .get('/api/config')
      .query(language ? { language } : {})
  ).body;
const shows = (
  overrides: object,
  targets: readonly RunningGateway[] = gateways,
  limit: { deadlineMs?: number } = {},
) =>
  until(
    async () => {
      const configs = await Promise.all(targets.map((gateway) => configOf(gateway)));
      return configs.every((config) => Object.entries(overrides).every(([name, is]) => config[name] === is));
    },
    { what: 'the change', ...limit },
  );

/** Resolves once each gateway has read the published version twice: by then it has processed the first read. */
async function bothPolled(): Promise<void> {
  const monitor = await redis.monitor();
  const polls = new Map<string, number>();
  monitor.on('monitor', (_time: string, [command, key]: string[], source: string) => {
    if (command === 'get' && key === redisKeys.settingsVersion)
      polls.set(source, (polls.get(source) ?? 0) + 1);
  });
  await until(() => [...polls.values()].filter((count) => count > 1).length === gateways.length);
  monitor.disconnect();
}

beforeAll(async () => {
  env = await startTestEnvironment();
  redis = new Redis(env.redis.url);
  await redis.set(redisKeys.uploadEpoch, services.epoch);
  await env.serveAll();
  gateways = [await env.readyGateway(), await env.readyGateway({ SETTINGS_LOCKED: ['ownerName'] })];
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});

describe('the configuration', () => {
  it('is that of the environment without settings', async () => {
    const config = await configOf(gateways[0]);
    expect(config).toMatchObject({
      companyName: 'Secure Preview Pictures',
      ownerName: 'Secure Preview',
      contactEmail: null,
      contactPhone: null,
      languages: ['en'],
      terms: { version: '2025-10.1', lastUpdated: 'October 2025', language: 'en' },
    });
    expect(config.terms.text).toMatch(/^This page shows confidential material/);
  });

  it('follows a change on two gateways within 2 s, and ignores locked names', async () => {
    await publish({
      companyName: 'Меридиан',
      ownerName: 'Ada',
      headerLine: 'Ein Trailer',
      contactPhone: '7',
    });
    await shows({ companyName: 'Меридиан', contactPhone: '7' }, gateways, FOLLOWED);
    expect((await configOf(gateways[0])).ownerName).toBe('Ada');
    expect((await configOf(gateways[1])).ownerName).toBe('Secure Preview');
    const { body } = await (await viewer(gateways[1])).get('/api/preview-texts').expect(200);
    expect(body.headerLine).toBe('Ein Trailer');
  });

  it('has the terms in a language that visitors can choose, otherwise in English', async () => {
    await publish({
      companyName: 'Two',
      languages: ['en', 'de'],
      termsTexts: { de: 'Geheim.', fr: 'Secret.' },
    });
    await shows({ companyName: 'Two' });
    const [gateway] = gateways;
    const german = await configOf(gateway, 'de');
    expect(german).toMatchObject({ languages: ['en', 'de'], terms: { language: 'de', text: 'Geheim.' } });
    for (const language of ['fr', 'tlh', '__proto__', 'x'.repeat(5000), undefined])
      expect((await configOf(gateway, language)).terms.language).toBe('en');
  });

  it('keeps the last copy while Redis has lost its data, and follows again', async () => {
    await publish({ companyName: 'Before' });
    await shows({ companyName: 'Before' });
    await redis.del(redisKeys.settingsVersion);
    await bothPolled();
    await shows({ companyName: 'Before' });
    await publish({ companyName: 'After' });
    await shows({ companyName: 'After' });
  });

  it('follows a restore of an older version', async () => {
    services.settings = { version: 1, overrides: { companyName: 'Restored' } };
    await redis.set(redisKeys.settingsVersion, 1);
    await shows({ companyName: 'Restored' });
  });
});

describe('terms of a language', () => {
  it('are registered after a change, and accepted by their hash', async () => {
    await publish({
      languages: ['de', 'ar'],
      termsTexts: { en: 'Be quiet.', de: 'Ruhe.' },
      companyName: 'T',
    });
    await shows({ companyName: 'T' });
    const [gateway] = gateways;
    const [german, arabic] = [await configOf(gateway, 'de'), await configOf(gateway, 'ar')];
    expect(arabic.terms).toMatchObject({ language: 'en', text: 'Be quiet.' });
    const hashes = [german.terms.sha256, arabic.terms.sha256];
    await until(() => hashes.every((hash) => services.registeredTerms.includes(hash)), {
      deadlineMs: 5000,
      what: 'the registration',
    });
    const enter = (form: object) =>
      stranger(gateway)
        .post('/api/auth/lead-capture')
        .send({ ...lead, ...form });
    for (const termsHash of hashes) {
      await enter({ termsHash }).expect(200);
      expect(services.capturedLeads.at(-1)?.termsSha256).toBe(termsHash);
    }
    // Without a hash: the terms of a visitor whose language cannot be chosen.
    await enter({}).expect(200);
    expect(services.capturedLeads.at(-1)?.termsSha256).toBe(german.terms.sha256);
  });

  it('are no longer accepted after the language was switched off', async () => {
    const { sha256 } = (await configOf(gateways[0], 'de')).terms;
    await publish({ companyName: 'Off' });
    await shows({ companyName: 'Off' });
    const response = await stranger(gateways[0])
      .post('/api/auth/lead-capture')
      .send({ ...lead, termsHash: sha256 })
      .expect(409);
    expect(response.body.code).toBe('TERMS_CHANGED');
  });
});

describe('an administrator', () => {
  beforeEach(async () => {
    services.settingsChanges.length = 0;
    await publish({ companyName: `Start ${services.settings.version}` });
    await shows(services.settings.overrides);
  });

  it('reads values in effect, defaults and names', async () => {
    const { body } = await (await uploader(gateways[1])).get('/api/settings').expect(200);
    expect(body).toMatchObject({
      version: services.settings.version,
      values: { companyName: services.settings.overrides.companyName, languages: ['en'], timeZone: 'UTC' },
      defaults: { companyName: 'Secure Preview Pictures', termsTexts: { en: expect.any(String) } },
      overridden: ['companyName'],
      locked: ['ownerName'],
    });
    // The default terms name the company in effect.
    expect(body.defaults.termsTexts).toEqual(body.values.termsTexts);
  });

  it('reads a change at once that another gateway made', async () => {
    const version = services.settings.version;
    const agents = [await uploader(gateways[0]), await uploader(gateways[1])] as const;
    const change = { version, set: { contactEmail: 'press@kino.example' }, reset: [] };
    const changed = await agents[0].patch('/api/settings').send(change).expect(200);
    expect(changed.body).toMatchObject({ version: version + 1, values: change.set });
    expect(services.settingsChanges).toMatchObject([{ ...change, by: { name: lead.name } }]);
    expect((await configOf(gateways[0])).contactEmail).toBe('press@kino.example');
    expect((await agents[1].get('/api/settings')).body).toEqual({ ...changed.body, locked: ['ownerName'] });
  });

  it('gets an error if the settings were changed in the meantime', async () => {
    const agent = await uploader(gateways[0]);
    const change = { version: services.settings.version - 1, set: { companyName: 'Late' } };
    const { body } = await agent.patch('/api/settings').send(change).expect(409);
    expect(body.code).toBe('SETTINGS_CHANGED');
  });

  it('cannot change or reset a locked setting', async () => {
    const agent = await uploader(gateways[1]);
    const { version } = services.settings;
    for (const change of [{ set: { ownerName: 'Ada', companyName: 'New' } }, { reset: ['ownerName'] }]) {
      const { body } = await agent
        .patch('/api/settings')
        .send({ version, ...change })
        .expect(403);
      expect(body).toMatchObject({ code: 'SETTING_LOCKED', params: { name: 'ownerName' } });
    }
    expect(services.settingsChanges).toEqual([]);
  });

  it('gets errors by the names of the settings', async () => {
    const agent = await uploader(gateways[0]);
    const set = { companyName: '', timeZone: 'Mars', termsTexts: { de: 'x'.repeat(50_001) }, languages: [] };
    const { body } = await agent.patch('/api/settings').send({ version: 0, set }).expect(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', message: 'Please enter a text' });
    expect(Object.keys(body.errors)).toEqual(['companyName', 'termsTexts.de', 'timeZone', 'languages']);
    expect(body.fieldCodes['termsTexts.de']).toEqual({
      code: 'TERMS_TEXT_TOO_LONG',
      params: { max: 50_000 },
    });
  });

  it('does not store default terms, which follow the names of owner and company', async () => {
    const agent = await uploader(gateways[0]);
    const { values, version } = (await agent.get('/api/settings')).body;
    const set = { companyName: 'New', termsTexts: { ...values.termsTexts, de: 'Geheim.' } };
    const { body } = await agent.patch('/api/settings').send({ version, set }).expect(200);
    expect(services.settingsChanges[0]?.set.termsTexts).toEqual({ de: 'Geheim.' });
    expect(body.values.termsTexts.en).toContain('and New');
  });

  it('reads the history in pages, with search and filter', async () => {
    const agent = await uploader(gateways[0]);
    const { version } = services.settings;
    const { body } = await agent.get('/api/settings/history').expect(200);
    expect(body).toMatchObject({
      entries: [{ version, byName: 'Ada' }],
      total: version,
      nextCursor: 'next',
    });
    expect(services.historyQueries.at(-1)).toEqual({ limit: 8 });
    const query = { limit: 250, cursor: 'next', q: 'ada', name: 'companyName' };
    await agent.get('/api/settings/history').query(query).expect(200);
    expect(services.historyQueries.at(-1)).toEqual(query);
    for (const invalid of [{ limit: 251 }, { limit: 0 }, { limit: 'x' }, { name: 'password' }])
      await agent.get('/api/settings/history').query(invalid).expect(400);
  });
});

describe('the address of webhooks', () => {
  const webhookUrl = 'https://hooks.example/portal';
  let administrator: Awaited<ReturnType<typeof uploader>>;

  beforeEach(async () => {
    await publish({ webhookUrl: 'https://hooks.example/before' });
    administrator = await uploader(gateways[0]);
    services.settingsChanges.length = 0;
    services.passwordAttempts.length = 0;
  });
  const change = (body: object) =>
    administrator.patch('/api/settings').send({ version: services.settings.version, ...body });

  it('is changed with the upload password', async () => {
    const { body } = await change({ set: { webhookUrl }, password: UPLOAD_PASSWORD }).expect(200);
    expect(body.values.webhookUrl).toBe(webhookUrl);
    const { leadId, sessionRef } = services.passwordAttempts[0] ?? {};
    expect([leadId, sessionRef]).toEqual([services.leadIds.at(-1), expect.any(String)]);
    const { version } = services.settings;
    const by = { sessionRef, name: lead.name };
    expect(services.settingsChanges).toEqual([{ version: version - 1, set: { webhookUrl }, reset: [], by }]);
  });

  it.each([
    ['changed', { set: { webhookUrl, companyName: 'New' } }],
    ['removed', { set: { webhookUrl: null } }],
    ['returned to its default', { reset: ['webhookUrl'] }],
  ])('is not %s without the password or with a wrong one', async (_change, body) => {
    const missing = await change(body).expect(400);
    expect(missing.body).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'Password is required',
      fieldCodes: { password: { code: 'PASSWORD_REQUIRED' } },
    });
    expect(services.passwordAttempts).toEqual([]);
    const wrong = await change({ ...body, password: 'wrong' }).expect(401);
    expect(wrong.body.code).toBe('INVALID_PASSWORD');
    expect(services.passwordAttempts).toHaveLength(1);
    expect(services.settingsChanges).toEqual([]);
  });

  it('uses up no attempt if it is locked or invalid, and other settings need no password', async () => {
    const locked = await env.readyGateway({ SETTINGS_LOCKED: ['webhookUrl'] });
    const { version } = services.settings;
    const refused = await (await uploader(locked))
      .patch('/api/settings')
      .send({ version, set: { webhookUrl }, password: 'wrong' })
      .expect(403);
    expect(refused.body).toMatchObject({ code: 'SETTING_LOCKED', params: { name: 'webhookUrl' } });
    services.passwordAttempts.length = 0;
    await change({ set: { webhookUrl: 'http://x' }, password: 'wrong' }).expect(400);
    await change({ set: { webhookNames: true }, password: 'wrong' }).expect(200);
    expect(services.passwordAttempts).toEqual([]);
  });
});

describe('asking everybody to accept the terms again', () => {
  const path = '/api/settings/ask-terms-again';
  const statusOf = async (agent: Awaited<ReturnType<typeof viewer>>) =>
    (await agent.get('/api/auth/status').expect(200)).body;
  const again = { name: lead.name, email: lead.email };
  const isAsked = (agent: Awaited<ReturnType<typeof viewer>>) =>
    until(async () => (await statusOf(agent)).acceptAgain, { what: 'the change' });

  beforeEach(async () => {
    await publish({ companyName: `Start ${services.settings.version}` });
    await shows(services.settings.overrides);
  });

  it('leads visitors back to the gate at the next visit, on each gateway, but not uploaders', async () => {
    const [inside, other] = [await viewer(gateways[0]), await viewer(gateways[1])];
    const administrator = await uploader(gateways[0]);
    expect(await statusOf(inside)).toMatchObject({ authenticated: true });
    const before = Date.now();
    const { body } = await administrator.post(path).expect(200);
    const asked = Date.parse(body.values.termsAskedAt);
    expect(asked).toBeGreaterThanOrEqual(before);
    expect(asked).toBeLessThanOrEqual(Date.now());
    expect(services.settingsChanges.at(-1)).toMatchObject({
      set: { termsAskedAt: body.values.termsAskedAt },
      by: { name: lead.name },
    });
    expect(await statusOf(inside)).toEqual({
      authenticated: false,
      uploadAuthenticated: false,
      viewer: null,
      acceptAgain: again,
    });
    await redis.set(redisKeys.settingsVersion, services.settings.version);
    await isAsked(other);
    expect(await statusOf(administrator)).toMatchObject({ authenticated: true, uploadAuthenticated: true });
  });

  it('can be withdrawn: visitors who have not accepted the terms again stay inside', async () => {
    const inside = await viewer(gateways[0]);
    const administrator = await uploader(gateways[0]);
    await administrator.post(path).expect(200);
    await isAsked(inside);
    const { body } = await administrator.delete(path).expect(200);
    expect(body.values.termsAskedAt).toBeNull();
    expect(services.settingsChanges.at(-1)).toMatchObject({
      set: {},
      reset: ['termsAskedAt'],
      by: { name: lead.name },
    });
    expect(await statusOf(inside)).toMatchObject({ authenticated: true, viewer: again });
  });

  it('does not interrupt a film, and ends when the terms are accepted', async () => {
    const watching = await viewer(gateways[0]);
    const trailer = (await watching.get('/api/active-trailer').expect(200)).body;
    await (await uploader(gateways[0])).post(path).expect(200);
    await isAsked(watching);
    const playlist = `/api/media/trailers/${trailer.id}/master.m3u8`;
    await watching.get(playlist).expect(200);
    await watching.get('/api/active-trailer').expect(200);
    const leads = services.capturedLeads.length;
    await watching.post('/api/auth/lead-capture').send(lead).expect(200);
    expect(services.capturedLeads).toHaveLength(leads + 1);
    expect(await statusOf(watching)).toMatchObject({ authenticated: true, viewer: again });
  });

  it('includes an uploader who has lost the level', async () => {
    const agent = await uploader(gateways[0]);
    await (await uploader(gateways[0])).post(path).expect(200);
    expect(await statusOf(agent)).toMatchObject({ uploadAuthenticated: true });
    await redis.set(redisKeys.uploadEpoch, services.epoch + 1);
    try {
      expect(await statusOf(agent)).toMatchObject({ authenticated: false, acceptAgain: again });
    } finally {
      await redis.set(redisKeys.uploadEpoch, services.epoch);
    }
  });

  it('lets visitors enter whose time is before that of a fast clock', async () => {
    await publish({ termsAskedAt: '2100-01-01T00:00:00.000Z', companyName: 'Fast' });
    await shows({ companyName: 'Fast' });
    expect(await statusOf(await viewer(gateways[0]))).toMatchObject({ authenticated: true });
  });

  it('can be locked, and is not a value that the page can set', async () => {
    const locked = await env.readyGateway({ SETTINGS_LOCKED: ['termsAskedAt'] });
    const administrator = await uploader(locked);
    for (const request of [administrator.post(path), administrator.delete(path)]) {
      const { body } = await request.expect(403);
      expect(body).toMatchObject({ code: 'SETTING_LOCKED', params: { name: 'termsAskedAt' } });
    }
    const inside = await viewer(locked);
    await publish({ termsAskedAt: new Date().toISOString(), companyName: 'Locked' });
    await shows({ companyName: 'Locked' }, [locked]);
    expect(await statusOf(inside)).toMatchObject({ authenticated: true });
    const { version } = services.settings;
    const set = { termsAskedAt: null, headerLine: 'New' };
    await (await uploader(gateways[0])).patch('/api/settings').send({ version, set }).expect(200);
    expect(services.settingsChanges.at(-1)?.set).toEqual({ headerLine: 'New' });
  });

  it('is open only to uploaders', async () => {
    const inside = await viewer(gateways[0]);
    for (const method of ['post', 'delete'] as const) {
      await stranger(gateways[0])[method](path).expect(401);
      await inside[method](path).expect(403);
    }
  });
});

describe('an outage', () => {
  it('of auth-service at the start keeps a gateway closed until it has read the settings', async () => {
    const closed = await startTestEnvironment();
    try {
      await Promise.all([closed.serve('analytics'), closed.serve('media')]);
      const gateway = await closed.gateway();
      await until(() => gateway.startup.detail().then(({ redis: state }) => state === 'ok'));
      const agent = stranger(gateway);
      const { body } = await agent.get('/api/config').expect(503);
      expect(body.code).toBe('SERVICE_UNAVAILABLE');
      await agent.post('/api/auth/lead-capture').send(lead).expect(503);
      await agent.get('/api/health/ready').expect(503);
      await closed.serve('auth');
      await until(async () => (await agent.get('/api/health/ready')).status === 200);
      await agent.get('/api/config').expect(200);
    } finally {
      await closed.stop();
    }
  });

  it('of auth-service and Redis after the start keeps the last settings in effect', async () => {
    const running = await startTestEnvironment();
    try {
      const started = await running.serve('auth');
      await Promise.all([running.serve('analytics'), running.serve('media')]);
      services.settings = { version: 5, overrides: { companyName: 'Kept' } };
      const lines: string[] = [];
      const destination = { write: (line: string) => void lines.push(line) };
      const logger = createLogger({ service: 'gateway', level: 'warn', destination });
      const gateway = await running.gateway({}, logger);
      await until(() => gateway.startup.isReady());
      const agent = await viewer(gateway);
      await started.stop();
      const key = new Redis(running.redis.url);
      await key.set(redisKeys.settingsVersion, 6);
      key.disconnect();
      await until(() => lines.some((line) => line.includes('cannot follow the settings')));
      expect((await configOf(gateway)).companyName).toBe('Kept');
      await agent.get('/api/preview-texts').expect(200);
      await running.redis.kill9();
      expect((await configOf(gateway)).companyName).toBe('Kept');
      await running.redis.restart();
      services.settings = { version: 6, overrides: { companyName: 'Next' } };
      await running.serve('auth');
      const published = new Redis(running.redis.url);
      await published.set(redisKeys.settingsVersion, 6);
      published.disconnect();
      await until(async () => (await configOf(gateway)).companyName === 'Next', { deadlineMs: 15_000 });
    } finally {
      await running.stop();
    }
  });
});

describe('the settings of alerts', () => {
  it('are sent to auth-service at the start and after a change, as they are in effect', async () => {
    const withZone = (zone: string) =>
      until(() => services.alertSettings.filter(({ settings }) => settings.timeZone === zone).length >= 2, {
        what: `both gateways send ${zone}`,
      });
    await withZone('UTC');
    expect(services.alertSettings[0]).toEqual({
      version: 0,
      settings: {
        rules: {
          flagged: { when: 'atOnce', mail: true, webhook: true },
          accessRequested: { when: 'atOnce', mail: true, webhook: true },
        },
        recipient: null,
        language: 'en',
        companyName: 'Secure Preview Pictures',
        timeZone: 'UTC',
        webhook: null,
        flagBlocks: [],
      },
    });
    const rules = { flagged: { when: 'digest15', mail: true, webhook: false } };
    const overrides = {
      timeZone: 'Europe/Berlin',
      alerts: rules,
      flagBlocks: ['watermark'],
      webhookUrl: 'https://hooks.example/a',
    };
    const version = services.settings.version + 1;
    services.settings = { version, overrides };
    await redis.set(redisKeys.settingsVersion, version);
    await withZone('Europe/Berlin');
    const webhooks = services.alertSettings
      .filter(({ settings }) => settings.timeZone === 'Europe/Berlin')
      .map(({ settings, ...sent }) => ({
        ...sent,
        rules: settings.rules,
        flagBlocks: settings.flagBlocks,
        webhook: settings.webhook,
      }));
    // A gateway of another test has locked the address of webhooks. They send in any order.
    const webhook = { url: 'https://hooks.example/a', names: false };
    expect(webhooks).toContainEqual({ version, rules, flagBlocks: ['watermark'], webhook });
  });
});
