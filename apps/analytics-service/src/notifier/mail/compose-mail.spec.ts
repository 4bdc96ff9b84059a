import { newMailImage } from '../../testing/mail-image.js';
import { readMail } from '../../testing/read-mail.js';
import { composeMail, InvalidRecipientError } from './compose-mail.js';
import { alertMail } from './contents/alert-mail.js';
import { testMail } from './contents/test-mail.js';
import type { MailContent, MailContext } from './mail-content.js';
import type { MailImages } from './mail-images.js';

const context: MailContext = {
  companyName: 'Ada & Co',
  portalUrl: 'https://preview.example.com',
  outboxSecret: 's'.repeat(32),
};
const from = { name: 'Portal', address: 'portal@example.com' };
const row = { recipient: 'ada@example.org', language: 'en', messageId: '<1@example.com>' };

async function compose(content: MailContent, overrides: Partial<typeof row> = {}) {
  const { envelope, text } = await composeMail({ ...row, ...overrides }, content, from, context);
  const [header = '', ...body] = text.toString().split('\r\n\r\n');
  // A folded line continues the one before it.
  return { envelope, header: header.replace(/\r\n[ \t]/g, ' ').split('\r\n'), body: body.join('\r\n\r\n') };
}

it('writes a text and an HTML part with one link', async () => {
  const { envelope, header, body } = await compose(testMail({}, 'en', context));
  expect(envelope).toEqual({ from: 'portal@example.com', to: ['ada@example.org'] });
  expect(header).toEqual(
    expect.arrayContaining([
      'From: Portal <portal@example.com>',
      'To: ada@example.org',
      'Message-ID: <1@example.com>',
      'Auto-Submitted: auto-generated',
    ]),
  );
  expect(body).toContain('Content-Type: text/plain; charset=utf-8');
  expect(body).toContain('Content-Type: text/html; charset=utf-8');
  expect(body.match(/https:\/\/preview\.example\.com/g)).toHaveLength(2);
});

it.each([
  'Alert\r\nBcc: mallory@example.org',
  'Alert\nBcc: mallory@example.org',
  'Alert\u2028Bcc: m@x',
  'A\0B',
])('keeps a subject from adding a header: %j', async (subject) => {
  const { header } = await compose({ subject, paragraphs: ['Text'] });
  expect(header.filter((line) => /^bcc/i.test(line))).toEqual([]);
  expect(header.filter((line) => line.startsWith('Subject: '))).toHaveLength(1);
});

it('keeps names and language from adding headers', async () => {
  const hostile = { name: 'Portal"\r\nBcc: mallory@example.org', address: 'portal@example.com' };
  const { text } = await composeMail(
    { ...row, language: 'en\r\nBcc: mallory@example.org' },
    { subject: 'Test', paragraphs: [] },
    hostile,
    context,
  );
  const [header] = text.toString().split('\r\n\r\n');
  expect(header).toContain('Subject: Test');
  expect(header).not.toMatch(/^bcc/im);
});

it.each([
  'ada@example.org\r\nBcc: mallory@example.org',
  'ada@example.org, mallory@example.org',
  'ada@example.org>,<mallory@example.org',
  '"ada"@example.org',
  'Ada <ada@example.org>',
  'ada',
  '',
])('refuses a recipient that is not one address: %j', async (recipient) => {
  await expect(compose({ subject: 'Test', paragraphs: [] }, { recipient })).rejects.toThrow(
    InvalidRecipientError,
  );
});

it('accepts plus signs, dots and addresses in any script', async () => {
  for (const recipient of ['a.d+a@example.org', 'josé@example.org', '用户@例子.广告']) {
    const { envelope } = await compose({ subject: 'Test', paragraphs: [] }, { recipient });
    expect(envelope.to).toHaveLength(1);
  }
});

it('shows names as text, never as markup', async () => {
  const { body } = await compose({ subject: 'Test', paragraphs: ['<img src=x onerror=alert(1)> & "Ada"'] });
  const html = body.slice(body.indexOf('text/html'));
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img');
});

it('writes Arabic from right to left', async () => {
  const { body } = await compose({ subject: 'Test', paragraphs: ['x'] }, { language: 'ar' });
  expect(body.replaceAll('=\r\n', '')).toMatch(/lang=(3D)?"ar" dir=(3D)?"rtl"/);
});

it('links an alert only to the portal', () => {
  const payload = { subject: 'Ready', paragraphs: [], page: { label: 'Open', path: '/upload' } };
  expect(alertMail(payload, 'en', context).link).toEqual({
    label: 'Open',
    url: 'https://preview.example.com/upload',
  });
  for (const path of ['https://evil.example', '//evil.example', '/\\evil.example'])
    expect(() => alertMail({ ...payload, page: { label: 'Open', path } }, 'en', context)).toThrow('Invalid');
});

describe('a mail with images', () => {
  const content = { subject: 'Test', paragraphs: ['Hello'] };
  const [logo, keyArt] = [newMailImage(480, 96), newMailImage(1200, 675)];
  const withImages = async (images: MailImages, companyName = 'Kino') =>
    (await composeMail(row, { ...content, companyName }, from, context, images)).text.toString();

  it('contains them as inline parts, to which its HTML refers', async () => {
    const mail = readMail(await withImages({ logo, keyArt }));
    expect(mail.containers).toEqual(['multipart/alternative', 'multipart/related']);
    expect(mail.images).toEqual(
      [logo, keyArt].map(({ id, content }) => ({
        type: 'image/jpeg',
        contentId: `<${id}@example.com>`,
        disposition: 'inline',
        content,
      })),
    );
    expect(mail.html.match(/src="[^"]*"/g)).toEqual([
      `src="cid:${logo.id}@example.com"`,
      `src="cid:${keyArt.id}@example.com"`,
    ]);
  });

  it('shows them at a fixed size, the logo with the company as its alternative text', async () => {
    const { html } = readMail(await withImages({ logo, keyArt }, 'Kino "& <b>'));
    expect(html).toContain('alt="Kino &quot;&amp; &lt;b&gt;" width="240" height="48"');
    expect(html).toContain('alt="" width="560" height="315"');
    expect(html.match(/max-width:100%;height:auto/g)).toHaveLength(2);
  });

  it.each([
    ['a small logo', { logo: newMailImage(100, 40) }, 'width="100" height="40"'],
    ['a high logo', { logo: newMailImage(24, 240) }, 'width="10" height="96"'],
    ['key art alone', { keyArt: newMailImage(320, 180) }, 'width="320" height="180"'],
  ])('shows %s, never enlarged', async (_what, images, size) => {
    const { html } = readMail(await withImages(images));
    expect(html.match(/<img/g)).toHaveLength(1);
    expect(html).toContain(size);
  });

  it('has the same text, and the same Message-ID when it is sent again', async () => {
    const mails = [
      await withImages({ logo, keyArt }),
      await withImages({ logo, keyArt }),
      await withImages({}),
    ];
    const [first, ...others] = mails.map((mail) => readMail(mail).text);
    for (const text of others) expect(text).toBe(first);
    for (const mail of mails) expect(mail).toContain('Message-ID: <1@example.com>');
  });

  it('differs in nothing from earlier mails if it has none', async () => {
    const mail = readMail(await withImages({}));
    expect(mail.containers).toEqual(['multipart/alternative']);
    expect(mail.html).toContain('margin:0 auto">\n<p>Hello</p>');
  });
});
