import { randomUUID } from 'node:crypto';
import { createLogger } from '@secure-preview/service-kit';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { CODE, entries, LINK } from '../testing/fake-entry.js';
import { UPLOAD_PASSWORD } from '../testing/fakes.js';
import { PublishedAccess } from '../testing/published-access.js';
import { startTestEnvironment, type TestEnvironment } from '../testing/running-gateway.js';
import { lead, stranger } from '../testing/visitors.js';

let env: TestEnvironment;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  const redis = new Redis(env.redis.url);
  const published = new PublishedAccess(redis);
  await published.uploadEpoch();
  await published.invitation();
  redis.disconnect();
});
afterAll(async () => {
  await env?.stop();
});

it('logs neither code, link, password nor person, at any level and with any outcome', async () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ service: 'gateway', level: 'trace', destination });
  const gateway = await env.gateway({ GATE_MODE: 'invited' }, logger);
  await until(() => gateway.startup.isReady());
  const wrong = { code: '987654', password: 'a wrong password', secret: 'a wrong secret' };
  const link = { ...LINK, secret: 'the secret of the link' };

  const administrator = stranger(gateway);
  await administrator
    .post('/api/auth/administrator')
    .send({ ...lead, password: UPLOAD_PASSWORD })
    .expect(200);
  await administrator.get(`/api/invitations/${LINK.id}/link`).expect(200);
  const gateForm = {
    version: 0,
    gateMode: 'invited',
    gateAppliesTo: 'newVisitors',
    invitationProof: 'code',
    testCode: { email: lead.email, codeId: randomUUID(), code: CODE },
  };
  await administrator.post('/api/gate-mode').send({ ...gateForm, password: UPLOAD_PASSWORD });
  for (const failure of [undefined, new Error('a defect') as never]) {
    entries.failure = failure;
    for (const code of [CODE, wrong.code])
      await stranger(gateway)
        .post('/api/auth/code/verify')
        .send({ ...lead, codeId: randomUUID(), code });
    for (const secret of [link.secret, wrong.secret]) {
      await stranger(gateway)
        .post('/api/auth/invitation')
        .send({ ...link, secret });
      await stranger(gateway)
        .post('/api/auth/invitation/enter')
        .send({ ...lead, invitation: { ...link, secret } });
    }
    await stranger(gateway).post('/api/auth/code').send(lead);
    await stranger(gateway)
      .post('/api/auth/administrator')
      .send({ ...lead, password: wrong.password });
  }
  entries.failure = undefined;
  const requests = () => lines.filter((line) => line.includes('"path":"/api/'));
  await until(() => requests().length === 19, { what: 'a line for each request' });

  expect(requests().join('')).toContain('/api/auth/code/verify');
  const secrets = [CODE, LINK.secret, UPLOAD_PASSWORD, ...Object.values(wrong), lead.email, lead.name];
  for (const secret of secrets) expect([secret, lines.join('').includes(secret)]).toEqual([secret, false]);
});
