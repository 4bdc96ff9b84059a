import { randomBytes } from 'node:crypto';
import { testCertificate, WebhookReceiver } from '@secure-preview/testing';
import { Webhook } from 'standardwebhooks';
import { WebhookClient, type WebhookClientOptions } from './webhook-client.js';

const secret = randomBytes(32);
const id = '0b1f6a3e-6c4a-4d57-9a44-2f6f7a3f0c11';
const event = { trailer: '5' };
const loopback = async () => [{ address: '127.0.0.1', family: 4 }];

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await WebhookReceiver.start();
});
afterEach(() => receiver.stop());

function deliver(options: Partial<WebhookClientOptions> = {}, url = receiver.url) {
  const client = new WebhookClient({
    allowPrivate: true,
    resolve: loopback,
    ca: testCertificate.cert,
    attemptMs: 10_000,
    ...options,
  });
  const endpoint = { endpointId: id, endpointGeneration: 1, url, attempt: 1 };
  return client.deliver(
    { id, ...endpoint, eventType: 'trailer.ready', data: event, createdAt: new Date(0) },
    secret,
  );
}

it('signs a delivery as the library of Standard Webhooks verifies it', async () => {
  expect(await deliver()).toEqual({ state: 'delivered' });
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  const verifier = new Webhook(secret.toString('base64'));
  expect(verifier.verify(body, headers as Record<string, string>)).toEqual({
    type: 'trailer.ready',
    timestamp: '1970-01-01T00:00:00.000Z',
    data: event,
  });
  expect(headers).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json' });
  expect(() => verifier.verify(`${body} `, headers as Record<string, string>)).toThrow();
});

it.each([
  [500, 'REJECTED', 'waiting'],
  [429, 'REJECTED', 'waiting'],
  [410, 'GONE', 'failed'],
])('returns the outcome of the answer %i', async (status, reason, state) => {
  receiver.answer = (response) => response.writeHead(status).end('Not\nnow\u0007');
  expect(await deliver()).toEqual({ state, reason, detail: `${status} Not now` });
});

it('does not follow a redirect', async () => {
  receiver.answer = (response) => response.writeHead(307, { location: receiver.url }).end();
  expect(await deliver()).toEqual({ state: 'waiting', reason: 'REDIRECTED', detail: '307' });
  expect(receiver.received).toHaveLength(1);
});

it('gives up on a receiver that does not answer, or that never ends its answer', async () => {
  const attemptMs = 1000;
  receiver.answer = () => undefined;
  expect(await deliver({ attemptMs })).toEqual({
    state: 'waiting',
    reason: 'TIMED_OUT',
    detail: 'no answer within 1 s',
  });
  receiver.answer = (response) => void response.writeHead(200).write('a');
  expect(await deliver({ attemptMs })).toMatchObject({ state: 'waiting', reason: 'TIMED_OUT' });
  expect(await deliver({ attemptMs, resolve: () => new Promise(() => undefined) })).toMatchObject({
    reason: 'TIMED_OUT',
  });
});

it('reads only the beginning of an answer', async () => {
  receiver.answer = (response) => {
    response.writeHead(500);
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
  const outcome = await deliver();
  expect(outcome).toMatchObject({ state: 'waiting', reason: 'REJECTED' });
  expect(JSON.stringify(outcome).length).toBeLessThan(700);
});

it('checks the address at each delivery, and resolves the host only once', async () => {
  const answers = ['93.184.216.34', '127.0.0.1'];
  const resolve = async () => [{ address: answers.shift() ?? '', family: 4 }];
  // The first answer decides; a second lookup would lead to this host.
  expect(await deliver({ allowPrivate: false, resolve, attemptMs: 1000 })).not.toEqual({
    state: 'delivered',
  });
  expect(answers).toEqual(['127.0.0.1']);
  expect(await deliver({ allowPrivate: false, resolve })).toMatchObject({
    state: 'failed',
    reason: 'PRIVATE_NETWORK',
  });
  expect(receiver.received).toEqual([]);
});

it('rejects a certificate that it cannot verify', async () => {
  expect(await deliver({ ca: undefined })).toMatchObject({ state: 'waiting', reason: 'TLS_FAILED' });
  expect(receiver.received).toEqual([]);
});
