import { createHash } from 'node:crypto';
import { request as plainRequest } from 'node:http';
import { type leadsRpc, type RpcParsedInput, redisKeys } from '@secure-preview/contracts';
import { createLogger, metricsText } from '@secure-preview/service-kit';
import { sumOf, until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { staffLeads } from '../testing/fake-people.js';
import { services, UPLOAD_PASSWORD } from '../testing/fakes.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { cookieOf, lead, stranger, uploader, viewer } from '../testing/visitors.js';

let env: TestEnvironment;
let gateway: RunningGateway;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  gateway = await env.readyGateway();
  await publishEpoch();
});
afterAll(async () => {
  await env?.stop();
});

async function publishEpoch(): Promise<void> {
  const redis = new Redis(env.redis.url);
  await redis.set(redisKeys.uploadEpoch, services.epoch);
  redis.disconnect();
}
const submitGate = (body: object = lead, target = gateway) =>
  stranger(target).post('/api/auth/lead-capture').send(body);
const lastLead = () => services.capturedLeads.at(-1) as RpcParsedInput<typeof leadsRpc.methods.capture>;

describe('the gate', () => {
  it('records name, e-mail address, accepted terms, IP address and truncated user agent', async () => {
    const { terms } = (await stranger(gateway).get('/api/config')).body;
    await submitGate({ ...lead, name: ' Zoë ', termsHash: terms.sha256 })
      .set('user-agent', 'x'.repeat(600))
      .expect(200);
    expect(lastLead()).toMatchObject({
      name: 'Zoë',
      email: lead.email,
      termsSha256: terms.sha256,
      visitor: { ip: '127.0.0.1', userAgent: 'x'.repeat(512) },
    });
  });

  it('stores and shows an international e-mail address in Unicode, although browsers send Punycode', async () => {
    const visitor = stranger(gateway);
    await visitor
      .post('/api/auth/lead-capture')
      .send({ ...lead, email: 'chen@xn--r8jz45g.jp' })
      .expect(200);
    expect(lastLead().email).toBe('chen@例え.jp');
    const { viewer } = (await visitor.get('/api/auth/status').expect(200)).body;
    expect(viewer.email).toBe('chen@例え.jp');
  });

  it('shows default terms that name the configured contact, and accepts exactly that text', async () => {
    const contact = { CONTACT_EMAIL: 'legal@studio.example', CONTACT_PHONE: '+49 30 1234' };
    const withContact = await env.readyGateway(contact);
    const { terms } = (await stranger(withContact).get('/api/config')).body;
    expect(terms).toMatchObject({ version: '2025-10.1', lastUpdated: 'October 2025' });
    expect(terms.text).toContain('ask us before you enter: legal@studio.example or +49 30 1234.');
    expect(terms.sha256).toBe(createHash('sha256').update(terms.text).digest('hex'));
    await submitGate({ ...lead, termsHash: terms.sha256 }, withContact).expect(200);
    expect(lastLead()).toMatchObject({ termsSha256: terms.sha256 });

    // A replica with the same settings accepts the hash; one with other settings does not.
    const replica = await env.readyGateway(contact);
    await submitGate({ ...lead, termsHash: terms.sha256 }, replica).expect(200);
    await submitGate({ ...lead, termsHash: terms.sha256 }).expect(409);
  });

  it('shows default terms without a contact when none is configured', async () => {
    const { text } = (await stranger(gateway).get('/api/config')).body.terms;
    expect(text).toContain('you must tick the acceptance box');
    expect(text).toContain('All access is logged and monitored.');
    expect(text).toMatch(/\n10\. Questions\. Do not enter if anything here is unclear to you\.$/);
    expect(text).not.toMatch(/foot of the page|corrected|removed|sell/);
  });

  it('rejects a lead if the accepted terms are outdated', async () => {
    const response = await submitGate({ ...lead, termsHash: '0'.repeat(64) });
    expect([response.status, response.body.code]).toEqual([409, 'TERMS_CHANGED']);
  });

  it('reports the first invalid field in form order as the message, and lists all invalid fields', async () => {
    const response = await submitGate({ name: '', email: 'nobody', termsAccepted: 'false' }).expect(400);
    expect(response.body).toEqual({
      message: 'Name is required',
      code: 'VALIDATION_FAILED',
      params: {},
      statusCode: 400,
      requestId: response.headers['x-request-id'],
      errors: {
        name: 'Name is required',
        email: 'Please enter a valid email address',
        termsAccepted: 'You must accept the terms to continue',
      },
      fieldCodes: {
        name: { code: 'NAME_REQUIRED', params: {} },
        email: { code: 'EMAIL_INVALID', params: {} },
        termsAccepted: { code: 'TERMS_REQUIRED', params: {} },
      },
    });
  });

  it('limits leads per IPv4 address or IPv6 /64, after validating the input', async () => {
    const limitedGateway = await env.readyGateway({ LEADS_PER_MINUTE_PER_IP: 3, TRUST_PROXY: ['127.0.0.1'] });
    const from = (ip: string, body: object = lead) =>
      submitGate(body, limitedGateway).set('x-forwarded-for', ip);
    const answers: number[] = [];
    for (let attempt = 0; attempt < 5; attempt++) answers.push((await from('198.51.100.7')).status);
    expect(answers).toEqual([200, 200, 200, 429, 429]);
    const refused = await from('198.51.100.7');
    expect(refused.body.code).toBe('TOO_MANY_REQUESTS');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await from('198.51.100.7', {}).expect(400);
    await from('198.51.100.8').expect(200);
    const ipv6 = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::7'];
    const samePrefix = [];
    for (const ip of ipv6) samePrefix.push((await from(ip)).status);
    expect(samePrefix).toEqual([200, 200, 200, 429]);
    await from('2001:db8:1:3::1').expect(200);
  });

  it('counts and records all spellings of an IP address as one address', async () => {
    const limitedGateway = await env.readyGateway({ LEADS_PER_MINUTE_PER_IP: 3, TRUST_PROXY: ['127.0.0.1'] });
    const statuses = [];
    const recorded = new Set<string>();
    for (const ip of ['198.51.101.7:1234', '::ffff:c633:6507', '[::ffff:198.51.101.7]:443', '198.51.101.7']) {
      statuses.push((await submitGate(lead, limitedGateway).set('x-forwarded-for', ip)).status);
      recorded.add(lastLead().visitor.ip);
    }
    expect([statuses, [...recorded]]).toEqual([[200, 200, 200, 429], ['198.51.101.7']]);
  });

  it('limits leads per network, but only raises an alarm when the total is high', async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const settings = {
      LEADS_PER_MINUTE_PER_IP: 2,
      LEADS_PER_MINUTE_PER_NETWORK: 4,
      LEADS_PER_MINUTE_ALARM: 20,
    };
    const limitedGateway = await env.gateway(
      { ...settings, TRUST_PROXY: ['127.0.0.1'] },
      createLogger({ service: 'gateway', level: 'warn', destination }),
    );
    await until(() => limitedGateway.startup.isReady(), { what: 'the gateway' });
    const redis = new Redis(env.redis.url);
    await redis.del('portal:leads:total:all');
    redis.disconnect();
    const statuses = async (addresses: string[]) => {
      const answers: number[] = [];
      for (const ip of addresses)
        answers.push((await submitGate(lead, limitedGateway).set('x-forwarded-for', ip)).status);
      return answers;
    };
    const addresses = (count: number, address: (n: number) => string) =>
      Array.from({ length: count }, (_, n) => address(n + 1));
    const fourThenRefused = [200, 200, 200, 200, 429, 429];
    expect(await statuses(addresses(6, (n) => `203.0.113.${n}`))).toEqual(fourThenRefused);
    expect(await statuses(addresses(6, (n) => `2001:db8:7:${n}::1`))).toEqual(fourThenRefused);
    expect(await statuses(['203.0.114.1', '2001:db8:8::1', '127.0.0.3', '127.0.0.4'])).toEqual([
      200, 200, 200, 200,
    ]);
    expect(await statuses(addresses(6, (n) => `127.0.1.${n}`))).toEqual([200, 200, 200, 200, 200, 200]);
    const alarms = () => lines.filter((line) => line.includes('unusually many leads'));
    const countAboveAlarm = async () => sumOf(await metricsText(), 'portal_leads_above_alarm_total');
    expect([alarms().length, await countAboveAlarm()]).toEqual([0, 0]);
    expect(new Set(await statuses(addresses(30, (n) => `10.0.${n}.1`)))).toEqual(new Set([200]));
    await until(async () => (await countAboveAlarm()) === 28, {
      what: 'the metric to count the leads above the alarm',
    });
    expect(alarms()).toHaveLength(1);
  });

  it('never limits a network to fewer leads than a single address', async () => {
    const settings = { LEADS_PER_MINUTE_PER_IP: 5, LEADS_PER_MINUTE_PER_NETWORK: 1 };
    const limitedGateway = await env.readyGateway({ ...settings, TRUST_PROXY: ['127.0.0.1'] });
    const from = (ip: string) => submitGate(lead, limitedGateway).set('x-forwarded-for', ip);
    for (let n = 0; n < 5; n += 1) await from('203.0.115.1').expect(200);
    await from('203.0.115.2').expect(429);
  });

  it('ignores X-Forwarded-For from an undeclared proxy, and values that are not IP addresses', async () => {
    await submitGate().set('x-forwarded-for', '198.51.100.9').expect(200);
    expect(lastLead().visitor.ip).toBe('127.0.0.1');
    const trustsOther = await env.readyGateway({ TRUST_PROXY: ['192.0.2.0/24'] });
    await submitGate(lead, trustsOther).set('x-forwarded-for', '198.51.100.9').expect(200);
    expect(lastLead().visitor.ip).toBe('127.0.0.1');
    const trustsLocal = await env.readyGateway({ TRUST_PROXY: ['127.0.0.0/8'] });
    await submitGate(lead, trustsLocal).set('x-forwarded-for', '203.0.113.5, 198.51.100.9').expect(200);
    expect(lastLead().visitor.ip).toBe('198.51.100.9');
    await submitGate(lead, trustsLocal).set('x-forwarded-for', '198.51.100.009').expect(200);
    expect(lastLead().visitor.ip).toBe('127.0.0.1');
  });
});

describe('a request body', () => {
  it.each([
    ['truncated JSON', '{"name":', 'application/json', 400, 'MALFORMED_BODY'],
    ['a JSON text', '"text"', 'application/json', 400, 'MALFORMED_BODY'],
    ['a form', 'a=b', 'application/x-www-form-urlencoded', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['in another charset', '{}', 'application/json; charset=koi8-r', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['not in its declared charset', '{}', 'application/json; charset=utf-16', 400, 'MALFORMED_BODY'],
    ['too large', JSON.stringify({ name: 'x'.repeat(66_000) }), 'application/json', 413, 'PAYLOAD_TOO_LARGE'],
    [
      'a lead with a NUL',
      JSON.stringify({ ...lead, name: 'a\0b' }),
      'application/json',
      400,
      'VALIDATION_FAILED',
    ],
    ['an empty object', '{}', 'application/json', 400, 'VALIDATION_FAILED'],
    ['a list', '[]', 'application/json', 400, 'VALIDATION_FAILED'],
    [
      'an object with a prototype',
      '{"__proto__":{"name":"x"}}',
      'application/json',
      400,
      'VALIDATION_FAILED',
    ],
    ['empty', '', 'application/json', 400, 'VALIDATION_FAILED'],
  ])('is rejected with the matching code when it is %s', async (_what, body, type, status, code) => {
    const response = await stranger(gateway)
      .post('/api/auth/lead-capture')
      .set('content-type', type)
      .send(body);
    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(response.body.requestId).toBe(response.headers['x-request-id']);
  });

  it('is rejected when it is not UTF-8', async () => {
    const bytes = Buffer.from(JSON.stringify({ ...lead, name: 'Zo?' }).replace('?', '\xff'), 'latin1');
    const status = await new Promise((resolve, reject) => {
      const options = { method: 'POST', headers: { 'content-type': 'application/json' } };
      const request = plainRequest(`${gateway.url}/api/auth/lead-capture`, options, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on('error', reject).end(bytes);
    });
    expect(status).toBe(400);
  });
});

describe('the upload password', () => {
  it('is rejected with the specified message when it is wrong', async () => {
    const agent = await viewer(gateway);
    const response = await agent.post('/api/auth/upload-password').send({ password: 'guess' }).expect(401);
    expect(response.body).toMatchObject({ message: 'Invalid password', code: 'INVALID_PASSWORD' });
    expect((await agent.get('/api/auth/status')).body.uploadAuthenticated).toBe(false);
  });

  it.each([false, true])('takes the visit out of the figures, unless that fails: %s', async (isFailing) => {
    const agent = await viewer(gateway);
    const leadId = services.leadIds.at(-1);
    staffLeads.isFailing = isFailing;
    try {
      await agent.post('/api/auth/upload-password').send({ password: 'guess' }).expect(401);
      expect(staffLeads.ids).not.toContain(leadId);
      await agent.post('/api/auth/upload-password').send({ password: UPLOAD_PASSWORD }).expect(200);
    } finally {
      staffLeads.isFailing = false;
    }
    expect(staffLeads.ids.includes(leadId ?? '')).toBe(!isFailing);
  });

  it('marks the browser as known once it is entered correctly, also for later sessions', async () => {
    const agent = await viewer(gateway);
    const enterPassword = () => agent.post('/api/auth/upload-password').send({ password: UPLOAD_PASSWORD });
    const response = await enterPassword().expect(200, { uploadAuthenticated: true });
    expect(services.passwordAttempts.at(-1)?.knownBrowser).toBeNull();
    expect(String(response.headers['set-cookie'])).toMatch(/sp\.known=[^;]+;.*HttpOnly; SameSite=Strict/);
    expect(cookieOf(response)).toContain('sp.sid=');
    await agent.post('/api/auth/logout').expect(200);
    await agent.post('/api/auth/lead-capture').send(lead).expect(200);
    await enterPassword().expect(200);
    expect(services.passwordAttempts.at(-1)?.knownBrowser).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('makes all browsers unknown when it is changed, except the browser that changed it', async () => {
    const changer = await uploader(gateway);
    const otherUploaders = [await uploader(gateway), await uploader(gateway), await uploader(gateway)];
    const knownBrowserOf = async (agent: typeof changer) => {
      await agent.post('/api/auth/upload-password').send({ password: 'guess' }).expect(401);
      return services.passwordAttempts.at(-1)?.knownBrowser;
    };
    for (const agent of [changer, ...otherUploaders]) expect(await knownBrowserOf(agent)).not.toBeNull();
    const change = { currentPassword: UPLOAD_PASSWORD, newPassword: 'another password' };
    await changer.post('/api/auth/change-upload-password').send(change).expect(200);
    await publishEpoch();
    for (const agent of otherUploaders) expect(await knownBrowserOf(agent)).toBeNull();
    expect(await knownBrowserOf(changer)).toMatch(/^[0-9a-f-]{36}$/);
  });
});
