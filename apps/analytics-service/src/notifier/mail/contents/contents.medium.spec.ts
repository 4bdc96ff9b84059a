import { randomUUID } from 'node:crypto';
import { deriveCode, deriveInvitationSecret, type OutgoingMail } from '@secure-preview/service-kit/outbox';
import { SmtpReceiver, until } from '@secure-preview/testing';
import { newMailImage, storeMailImage } from '../../../testing/mail-image.js';
import { readMail } from '../../../testing/read-mail.js';
import { RunningOutbox } from '../../../testing/running-outbox.js';
import type { ServiceProcess } from '../../../testing/service-process.js';

const OUTBOX_SECRET = 'another secret of a portal for tests';
const PUBLIC_ORIGIN = 'https://portal.example';

let outbox: RunningOutbox;
let receiver: SmtpReceiver;
let notifier: ServiceProcess;
beforeAll(async () => {
  outbox = await RunningOutbox.start();
  receiver = await SmtpReceiver.start();
  notifier = outbox.process({ SMTP_URL: receiver.url, OUTBOX_SECRET, PUBLIC_ORIGIN, LOG_LEVEL: 'trace' });
});
afterAll(async () => {
  await outbox?.stop();
  await receiver?.stop();
});

/** Sends a mail, waits until it is logged, and returns it as its recipient reads it. */
async function sent(mail: Pick<OutgoingMail, 'kind' | 'language' | 'payload'>) {
  const recipient = `${randomUUID()}@example.org`;
  const key = `${mail.kind}:${recipient}`;
  const id = await outbox.enqueue({ ...mail, key, recipient });
  await outbox.reaches(id, 'sent');
  await until(() => notifier.log.includes(id), { what: 'the mail in the log' });
  const received = receiver.mails.filter(({ to }) => to.includes(recipient));
  expect(received).toMatchObject([{ to: [recipient] }]);
  return readMail(received[0]?.text ?? '');
}

/** Fails if the rows of the outbox or the log of the notifier contain `secret`. */
async function expectNotStored(secret: string) {
  const rows: { text: string }[] = await outbox.owner.query('SELECT m::text AS text FROM outbox.messages m');
  expect(rows.length).toBeGreaterThan(0);
  // Fractions of seconds may equal a code.
  const texts = [...rows.map(({ text }) => text), notifier.log].map((text) =>
    text.replace(/:\d\d\.\d+/g, ''),
  );
  expect(texts.filter((text) => text.includes(secret))).toEqual([]);
}

it.each([
  ['en', 'Enter this code'],
  ['de', 'Geben Sie diesen Code ein'],
  ['ar', 'أدخلوا هذا الرمز'],
])('sends a code in %s, and stores it nowhere', async (language, intro) => {
  const codeId = randomUUID();
  const code = deriveCode(OUTBOX_SECRET, codeId);
  const mail = await sent({ kind: 'code', language, payload: { codeId, companyName: 'Ada & Söhne' } });
  expect(mail.subject).toMatch(new RegExp(`^${code} .*Ada & Söhne\u2069?$`));
  expect(mail.text).toContain(intro);
  expect(mail.text.split('\n')).toContain(code);
  expect(mail.html).toMatch(new RegExp(`<span dir="ltr"[^>]*>${code}</span>`));
  expect(mail.html).toContain('Ada &amp; Söhne');
  expect(mail.text + mail.html).not.toContain('://');
  await expectNotStored(code);
});

it('sends an invitation with a personal link, and stores its secret nowhere', async () => {
  const invitationId = randomUUID();
  const secret = deriveInvitationSecret(OUTBOX_SECRET, invitationId, 3);
  const mail = await sent({
    kind: 'invitation',
    language: 'fr',
    payload: {
      invitationId,
      generation: 3,
      name: 'Zoé <b>',
      message: 'Premier paragraphe\r\nsur deux lignes\r\n\r\nSecond paragraphe',
      senderLine: 'Invitée par Ada Lovelace',
      companyName: 'Kino & Cie',
      startsAt: '2026-12-01T09:30:00.000Z',
      endsAt: '2026-12-08T22:00:00.000Z',
    },
  });
  const link = `https://portal.example/#invitation=${invitationId}.${secret}`;
  expect(mail.subject).toBe('Invitation à une avant-première de Kino & Cie');
  expect(mail.text).toBe(`Bonjour Zoé <b>,

Kino & Cie vous invite à une avant-première privée.

Invitée par Ada Lovelace

Premier paragraphe
sur deux lignes

Second paragraphe

Vous pouvez regarder l’avant-première du 1 décembre 2026 à 09:30 UTC au 8 décembre 2026 à 22:00 UTC.

Ce lien est personnel. Merci de ne pas le transférer.

Ouvrir l’avant-première:
${link}

Kino & Cie`);
  expect(mail.html.match(/href="[^"]*"/g)).toEqual([`href="${link}"`]);
  expect(mail.html).toContain('<bdi>Zoé &lt;b&gt;</bdi>');
  expect(mail.html).toContain('Premier paragraphe<br>sur deux lignes');
  await expectNotStored(secret);
});

it.each([
  ['en', 'Ada asks for access', 'Review the request'],
  ['de', 'Ada bittet um Zugang', 'Anfrage ansehen'],
  ['ar', 'Ada asks for access', 'Review the request'],
])('sends an alert for a request of access, for the language %s', async (language, subject, label) => {
  const payload = {
    event: 'accessRequested',
    name: 'Ada',
    email: 'ada@example.org',
    reason: 'I write about films.',
    companyName: 'Kino',
  };
  const mail = await sent({ kind: 'alert', language, payload });
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain('ada@example.org');
  expect(mail.text).toContain('I write about films.');
  expect(mail.text).toContain(`${label}:\nhttps://portal.example/upload/access#requests\n`);
  expect(mail.html).toContain('dir="ltr">\n<head>');
});

describe('images of the gate', () => {
  const [logo, keyArt] = [newMailImage(480, 96), newMailImage(1200, 675)];
  const invitation = (ids: object) =>
    sent({
      kind: 'invitation',
      language: 'en',
      payload: {
        invitationId: randomUUID(),
        generation: 1,
        name: null,
        message: '',
        senderLine: null,
        companyName: 'Kino',
        startsAt: null,
        endsAt: null,
        ...ids,
      },
    });

  it('are sent in the mail, and read once for all mails', async () => {
    for (const image of [logo, keyArt]) await storeMailImage(outbox.owner, image);
    const ids = { logoId: logo.id, keyArtId: keyArt.id };
    const first = await invitation(ids);
    expect(first.images).toMatchObject([
      { contentId: `<${logo.id}@example.com>`, disposition: 'inline', content: logo.content },
      { contentId: `<${keyArt.id}@example.com>`, disposition: 'inline', content: keyArt.content },
    ]);
    await outbox.owner.query('DELETE FROM outbox.images');
    expect((await invitation(ids)).images).toEqual(first.images);
    const payload = { codeId: randomUUID(), companyName: 'Kino', ...ids };
    const { images, html } = await sent({ kind: 'code', language: 'en', payload });
    expect(images).toMatchObject([{ content: logo.content }]);
    expect(html).toContain('alt="Kino"');
  });

  it.each([
    ['do not exist', { logoId: randomUUID(), keyArtId: randomUUID() }],
    ['have no valid id', { logoId: 'x', keyArtId: '' }],
    ['are off', { logoId: null, keyArtId: null }],
  ])('are left out if they %s', async (_what, ids) => {
    const { images, html, text } = await invitation(ids);
    expect(images).toEqual([]);
    expect(html).not.toContain('<img');
    expect(text).toContain('Hello,');
  });
});
