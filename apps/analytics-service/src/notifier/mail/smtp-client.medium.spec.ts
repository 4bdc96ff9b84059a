import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { reply, SmtpReceiver, testCertificate } from '@secure-preview/testing';
import { logger } from '../../testing/running-analytics.js';
import { SmtpClient } from './smtp-client.js';

const mail = {
  envelope: { from: 'portal@example.com', to: ['ada@example.org'] },
  text: Buffer.from('Subject: Test\r\n\r\nHello\r\n.\r\nagain\r\n'),
};
/** Limits that only a server reaches which never answers, however busy this process is. */
const limits = { connectMs: 10_000, silenceMs: 10_000, attemptMs: 30_000 };
const tls = { ca: testCertificate.cert };
const noted = async () => undefined;

let receiver: SmtpReceiver;
beforeEach(async () => {
  receiver = await SmtpReceiver.start();
});
afterEach(() => receiver.stop());

const send = (url = receiver.url, beforeEnd = noted, lostAnswer: 'waiting' | 'uncertain' = 'uncertain') =>
  new SmtpClient(url, logger, { limits, tls }).send(mail, beforeEnd, lostAnswer);
/** Sends with shorter limits, to a server that never answers. */
const sendWithin = (shorter: Partial<typeof limits>, url = receiver.url) =>
  new SmtpClient(url, logger, { limits: { ...limits, ...shorter }, tls }).send(mail, noted, 'uncertain');

it('sends a mail unchanged', async () => {
  expect(await send()).toEqual({ state: 'sent' });
  expect(receiver.mails).toEqual([
    {
      from: 'portal@example.com',
      to: ['ada@example.org'],
      text: mail.text.toString(),
      isEncrypted: false,
      user: undefined,
    },
  ]);
});

it.each([
  [550, 'refused', 'REFUSED'],
  [451, 'waiting', 'DEFERRED'],
])('returns the outcome of the reply to the recipient: %i', async (code, state, reason) => {
  receiver.behaviour = { onRecipient: () => Promise.reject(reply(code, 'No such mailbox')) };
  const detail = `${code} No such mailbox`;
  expect(await send()).toEqual({ state, reason, detail });
  expect(receiver.mails).toEqual([]);
});

it.each([
  [554, 'refused', 'REFUSED'],
  [452, 'waiting', 'DEFERRED'],
])('returns the outcome of the reply to the mail data: %i', async (code, state, reason) => {
  receiver.behaviour = { onEnd: () => Promise.reject(reply(code, 'Not this text')) };
  expect(await send()).toEqual({ state, reason, detail: `${code} Not this text` });
});

it('returns waiting when the server breaks off before the end of the mail data', async () => {
  const released = new AbortController();
  receiver.behaviour = {
    onBeginning: (connection) => {
      connection.breakOff();
      released.abort();
    },
  };
  const beforeEnd = async () => {
    if (!released.signal.aborted) await once(released.signal, 'abort');
    throw new Error('not before the end');
  };
  expect(await send(receiver.url, beforeEnd)).toMatchObject({ state: 'waiting', reason: 'CONNECTION_LOST' });
  expect(receiver.mails).toEqual([]);
});

it.each(['uncertain', 'waiting'] as const)(
  'returns %s when the server breaks off after the mail data',
  async (state) => {
    receiver.behaviour = { onEnd: (_mail, connection) => connection.breakOff() };
    expect(await send(receiver.url, noted, state)).toMatchObject({ state, reason: 'ANSWER_LOST' });
  },
);

it('returns uncertain when the server does not answer the mail data', async () => {
  receiver.behaviour = { onEnd: () => new Promise(() => undefined) };
  expect(await sendWithin({ silenceMs: 3000 })).toMatchObject({ state: 'uncertain', reason: 'ANSWER_LOST' });
});

it('does not end the mail data when the end cannot be noted', async () => {
  const outcome = await send(receiver.url, () => Promise.reject(new Error('The lease has expired')));
  expect(outcome).toMatchObject({ state: 'waiting', reason: 'CONNECTION_LOST' });
  await receiver.stop();
  expect(receiver.mails).toEqual([]);
});

it('does not note the end of mail data that the server refuses to read', async () => {
  receiver.behaviour = { onRecipient: () => Promise.reject(reply(550, 'No such mailbox')) };
  let notes = 0;
  await send(receiver.url, async () => {
    notes += 1;
  });
  await receiver.stop();
  expect(notes).toBe(0);
});

it('gives up on a server that accepts connections and is silent', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  expect(await sendWithin({ connectMs: 500 }, `smtp://127.0.0.1:${port}`)).toMatchObject({
    state: 'waiting',
    reason: 'SERVER_UNAVAILABLE',
  });
  for (const socket of sockets) socket.destroy();
  silent.close();
});

it('returns waiting when no server listens', async () => {
  const { url } = receiver;
  await receiver.stop();
  expect(await send(url)).toMatchObject({ state: 'waiting', reason: 'SERVER_UNAVAILABLE' });
  receiver = await SmtpReceiver.start();
});

describe('with encryption and login', () => {
  const encrypted = { ...testCertificate, disabledCommands: [], authOptional: false };

  it.each([
    ['STARTTLS', false, 'smtp'],
    ['TLS', true, 'smtps'],
  ])('uses %s and signs in', async (_name, secure, scheme) => {
    const server = await SmtpReceiver.start({ ...encrypted, secure });
    expect(await send(`${scheme}://portal%40x:right@127.0.0.1:${server.port}`)).toEqual({ state: 'sent' });
    expect(server.mails).toMatchObject([{ isEncrypted: true, user: 'portal@x' }]);
    await server.stop();
  });

  it('keeps the mail when the server refuses the login', async () => {
    const server = await SmtpReceiver.start(encrypted);
    expect(await send(`smtp://portal:wrong@127.0.0.1:${server.port}`)).toEqual({
      state: 'waiting',
      reason: 'LOGIN_REFUSED',
      detail: '535 Wrong password',
    });
    await server.stop();
  });

  it('sends nothing without encryption, except to its own host or with ?tls=off', async () => {
    // This name leads to the same host, but the client does not know that.
    const options = { limits, tls, connectTo: '127.0.0.1' };
    const client = (query: string) =>
      new SmtpClient(`smtp://mail.example:${receiver.port}/${query}`, logger, options);
    const sent = (query: string) => client(query).send(mail, noted, 'uncertain');
    expect(await sent('')).toMatchObject({ state: 'waiting', reason: 'TLS_FAILED' });
    expect(receiver.mails).toEqual([]);
    expect(await sent('?tls=off')).toEqual({ state: 'sent' });
  });

  it('says that a server which does not encrypt at once cannot be reached with smtps', async () => {
    expect(await send(`smtps://127.0.0.1:${receiver.port}`)).toMatchObject({
      state: 'waiting',
      reason: 'TLS_FAILED',
      detail: expect.stringMatching(/wrong version number/),
    });
  });

  it('rejects a certificate that it cannot verify', async () => {
    const server = await SmtpReceiver.start(encrypted);
    const client = new SmtpClient(`smtp://portal:right@127.0.0.1:${server.port}`, logger, { limits });
    expect(await client.send(mail, noted, 'uncertain')).toMatchObject({
      state: 'waiting',
      reason: 'TLS_FAILED',
      detail: expect.stringMatching(/self-signed/),
    });
    await server.stop();
  });
});
