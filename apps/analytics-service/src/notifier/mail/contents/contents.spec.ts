import { randomUUID } from 'node:crypto';
import {
  type AlertKind,
  alertKinds,
  type FlagFacts,
  type FlagKind,
  flagKinds,
  visitorLanguages,
} from '@secure-preview/contracts';
import { readMail } from '../../../testing/read-mail.js';
import { composeMail } from '../compose-mail.js';
import type { MailContext } from '../mail-content.js';
import { mailContents } from './index.js';

const context: MailContext = {
  companyName: 'Portal',
  portalUrl: 'https://preview.example.com',
  outboxSecret: 's'.repeat(32),
};

const payloads = {
  code: { codeId: randomUUID(), companyName: 'Kino' },
  invitation: {
    invitationId: randomUUID(),
    generation: 1,
    name: 'Ada',
    message: '',
    senderLine: null,
    companyName: 'Kino',
    startsAt: null,
    endsAt: '2026-12-08T22:00:00.000Z',
  },
  alert: { event: 'accessRequested', name: 'Ada', email: 'a@b.example', reason: '', companyName: 'Kino' },
};
type Kind = keyof typeof payloads;
const kinds = Object.keys(payloads) as Kind[];

async function composed(kind: Kind, language: string, changes: object = {}) {
  const content = mailContents[kind]?.({ ...payloads[kind], ...changes }, language, context);
  if (content === undefined) throw new Error('no content');
  const row = { recipient: 'ada@example.org', language, messageId: '<1@example.com>' };
  const { text } = await composeMail(row, content, { name: '', address: 'portal@example.com' }, context);
  return text.toString();
}

const HOSTILE = [
  'Ada\r\nBcc: mallory@example.org',
  'Ada\nBcc: mallory@example.org\n\nNew body',
  'Ada\u2028Bcc: mallory@example.org',
  'Ada\u2029Bcc: mallory@example.org',
  'Ada\u0085Bcc: mallory@example.org',
];

describe.each(kinds)('a mail of the kind %s', (kind) => {
  it.each(HOSTILE)('keeps names and messages from adding headers: %j', async (hostile) => {
    const names = Object.fromEntries(
      ['name', 'message', 'senderLine', 'companyName', 'reason', 'email'].map((field) => [field, hostile]),
    );
    const changes = Object.fromEntries(Object.entries(names).filter(([field]) => field in payloads[kind]));
    const header = (await composed(kind, 'en', changes)).split('\r\n\r\n')[0] ?? '';
    const lines = header.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
    expect(lines.map((line) => line.split(':')[0]).sort()).toEqual([
      'Auto-Submitted',
      'Content-Language',
      'Content-Type',
      'Date',
      'From',
      'MIME-Version',
      'Message-ID',
      'Subject',
      'To',
    ]);
    expect(header).not.toMatch(/[\n\u2028\u2029\u0085]bcc/i);
  });

  it('shows markup in names as text', async () => {
    const { html } = readMail(
      await composed(kind, 'en', { name: '<img src=x>', companyName: '<img src=x>' }),
    );
    expect(html).toContain('&lt;img src=x&gt;');
    expect(html).not.toContain('<img');
  });

  it('rejects a payload without the names that it shows', () => {
    expect(() => mailContents[kind]?.({ ...payloads[kind], companyName: undefined }, 'en', context)).toThrow(
      'companyName',
    );
  });
});

it.each([
  ['en', 'en', 'Enter this code to change who may enter the preview of Kino:'],
  ['de', 'de', 'Geben Sie diesen Code ein, um zu ändern, wer die Vorschau von Kino sehen darf:'],
  ['fr', 'en', 'Enter this code to change who may enter the preview of Kino:'],
])('writes what the test code of an administrator is for, %s', async (language, written, intro) => {
  const mail = await composed('code', language, { purpose: 'test' });
  const visitors = readMail(await composed('code', language, { purpose: 'verified' }));
  const { text, html } = readMail(mail);
  expect(text).toContain(intro);
  expect(html).toContain(`<html lang="${written}"`);
  expect(visitors.text).not.toContain(intro);
  expect(/\d{6}/.exec(text)?.[0]).toBe(/\d{6}/.exec(visitors.text)?.[0]);
});

it.each(visitorLanguages)('writes codes and invitations in %s', async (language) => {
  for (const kind of ['code', 'invitation'] as const) {
    const mail = readMail(await composed(kind, language));
    const direction = language === 'ar' ? 'rtl' : 'ltr';
    expect(mail.html).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(mail.subject).toContain('Kino');
  }
});

it('writes each language with texts of its own', async () => {
  const subjects = await Promise.all(
    visitorLanguages.map(async (language) => readMail(await composed('invitation', language)).subject),
  );
  expect(new Set(subjects).size).toBe(visitorLanguages.length);
});

it('uses English for an unknown language', async () => {
  const { html } = readMail(await composed('code', 'ja'));
  expect(html).toContain('<html lang="en" dir="ltr">');
  expect(html).toContain('10 minutes');
});

it.each([
  ['en', 'UTC', 'You can watch the preview until December 8, 2026 at 22:00 UTC.'],
  ['de', 'UTC', 'Sie können die Vorschau bis zum 8. Dezember 2026 um 22:00 Uhr UTC ansehen.'],
  [
    'de',
    'Europe/Berlin',
    'Sie können die Vorschau bis zum 8. Dezember 2026 um 23:00 Uhr (Mitteleuropäische Normalzeit) ansehen.',
  ],
  ['fr', 'UTC', 'Vous pouvez regarder l’avant-première jusqu’au 8 décembre 2026 à 22:00 UTC.'],
  ['es', 'UTC', 'Puede ver el preestreno hasta el 8 de diciembre de 2026 a las 22:00 UTC.'],
])(
  'names what can be watched until when, after a personal message in %s in the time zone %s',
  async (...row) => {
    const [language, timeZone, sentence] = row;
    const changes = { message: 'A message about something else.', timeZone };
    const { text } = readMail(await composed('invitation', language, changes));
    expect(text.replace(/[\u2066-\u2069]/g, '')).toContain(sentence);
  },
);

it('links with a button in the colours of the pages', async () => {
  const { html } = readMail(await composed('invitation', 'en'));
  expect(/<a href="[^"]*" style="([^"]*)">Open the preview/.exec(html)?.[1]).toMatch(
    /background:#efbf73;color:#08080d;/,
  );
});

it('keeps names and times in their own direction within Arabic', async () => {
  const { text, html } = readMail(await composed('invitation', 'ar'));
  expect(html).toContain('<bdi>Ada</bdi>');
  expect(html).toContain('<span dir="ltr">22:00 UTC</span>');
  expect(text).toContain('\u2068Ada\u2069');
  expect(text).toContain('\u206622:00 UTC\u2069');
});

it.each([
  ['en', 'سارة', 'مهرجان'],
  ['de', 'Ben 7 سارة', 'מהרגן'],
  ['ar', 'Ada', 'Halcyon'],
])(
  'keeps a name and a company of the other direction whole in text and subject in %s',
  async (language, ...names) => {
    const [name, companyName] = names;
    const mail = readMail(await composed('invitation', language, { name, companyName }));
    expect(mail.text).toContain(`\u2068${name}\u2069`);
    expect(mail.text).toContain(`\u2068${companyName}\u2069`);
    expect(mail.subject).toContain(`\u2068${companyName}\u2069`);
    expect(mail.html).toContain(`<bdi>${name}</bdi>`);
  },
);

it.each([
  ['en', 'Zoé', '王'],
  ['ar', 'سارة', 'مهرجان'],
])('adds no marks to names of the same direction in %s', async (language, name, companyName) => {
  const changes = { name, companyName, endsAt: null };
  const { text, subject } = readMail(await composed('invitation', language, changes));
  expect(text + subject).toContain(name);
  expect(text + subject).not.toMatch(/[\u2066-\u2069]/);
});

it('keeps an address from left to right in an alert in English', async () => {
  const { text, subject } = readMail(
    await composed('alert', 'en', { name: 'سارة', email: 'سارة@kino.example' }),
  );
  expect(text).toContain('\u2068سارة\u2069 (\u2066سارة@kino.example\u2069)');
  expect(subject).toContain('\u2068سارة\u2069');
});

it.each(['en', 'de'])('names people, trailers and addresses in every alert in %s', async (language) => {
  const details = { title: 'Orbit', cause: 'tried', tries: 5, address: '203.0.113.9', percent: 93 };
  const shown: Record<AlertKind, string> = {
    firstPlay: 'Ada',
    finished: 'Ada',
    flagged: 'Ada',
    accessRequested: 'Ada',
    trailerReady: 'Orbit',
    trailerFailed: 'Orbit',
    uploadPassword: '203.0.113.9',
    storageLow: '93 %',
  };
  for (const event of alertKinds) {
    const { subject, text, html } = readMail(await composed('alert', language, { event, ...details }));
    expect(subject).not.toBe('');
    for (const part of [text, html]) expect(part).toContain(shown[event]);
  }
});

it.each([
  [
    'en',
    'watched at least 90 % of the preview.',
    'The disk on which the media worker processes videos is 93 % full.',
  ],
  [
    'de',
    'hat mindestens 90 % der Vorschau gesehen.',
    'Die Festplatte, auf der der Media-Worker Videos verarbeitet, ist zu 93 % voll.',
  ],
])('says what the rules of finished trailers and of the disk are in %s', async (language, finished, disk) => {
  const textOf = async (event: AlertKind) => {
    const { text } = readMail(await composed('alert', language, { event, percent: 93 }));
    return text.replace(/[\u2066-\u2069]/g, '').replace(/\s+/g, ' ');
  };
  expect(await textOf('finished')).toContain(finished);
  expect(await textOf('storageLow')).toContain(disk);
});

it.each([
  [{ firstPlay: 2, flagged: 1 }, 'And 3 more: 2 first plays, 1 flag.'],
  [{ unknownKind: 3 }, 'And 3 more.'],
  [undefined, 'And 3 more.'],
])('counts what a digest does not list by kind, as far as it knows: %j', async (omitted, note) => {
  const digest = { event: 'digest', total: 3, alerts: [], omitted };
  const { text } = readMail(await composed('alert', 'en', digest));
  expect(text).toContain(note);
});

it.each(['en', 'de'])('counts alerts of every kind in %s', async (language) => {
  const counts = alertKinds.map(async (kind) => {
    const digest = { event: 'digest', total: 12, alerts: [], omitted: { [kind]: 12 } };
    return /12 .*: .*12.*\./.exec(readMail(await composed('alert', language, digest)).text)?.[0];
  });
  const notes = await Promise.all(counts);
  expect(notes).not.toContain(undefined);
  expect(new Set(notes).size).toBe(alertKinds.length);
});

const flagSentences: Record<FlagKind, readonly [facts: FlagFacts, en: string, de: string]> = {
  copying: [
    { kind: 'copying', deliveredSeconds: 400, elapsedSeconds: 65, seeks: 0 },
    '6:40 of the film were delivered within 1:05.',
    '6:40 des Films wurden innerhalb von 1:05 ausgeliefert.',
  ],
  noPlayer: [
    { kind: 'noPlayer', deliveredSeconds: 48, elapsedSeconds: 65 },
    '0:48 of the film were delivered, but no player has reported.',
    '0:48 des Films wurden ausgeliefert, aber kein Player hat sich gemeldet.',
  ],
  twoNetworks: [
    { kind: 'twoNetworks', networks: ['203.0.113.0/24', '2001:db8:1::/48'], withinSeconds: 9 },
    'The networks 203.0.113.0/24 and 2001:db8:1::/48 used one session in turn.',
    'Die Netze 203.0.113.0/24 und 2001:db8:1::/48 nutzten abwechselnd eine Sitzung.',
  ],
  manySessions: [
    { kind: 'manySessions', sessions: 4 },
    '4 sessions of this person played at once.',
    '4 Sitzungen dieser Person spielten gleichzeitig.',
  ],
  watermark: [
    { kind: 'watermark', times: 3 },
    'The watermark was removed or covered 3 times.',
    'Das Wasserzeichen wurde 3 Mal entfernt oder verdeckt.',
  ],
};

it.each(flagKinds)(
  'says what was seen in a visit with the flag %s, and links to the person',
  async (kind) => {
    const [facts, en, de] = flagSentences[kind];
    const personId = randomUUID();
    for (const [language, sentence] of [
      ['en', en],
      ['de', de],
    ] as const) {
      const { text } = readMail(await composed('alert', language, { event: 'flagged', facts, personId }));
      const plain = text.replace(/[\u2066-\u2069]/g, '');
      expect(plain.replace(/\s+/g, ' ')).toContain(sentence);
      expect(plain).toContain(`https://preview.example.com/upload/audience?person=${personId}`);
    }
  },
);

it('mentions a flag of an unknown kind', async () => {
  const facts = { kind: 'newKind', score: 1 };
  const { text } = readMail(await composed('alert', 'en', { event: 'flagged', facts }));
  expect(text.replace(/\s+/g, ' ')).toMatch(/A visit of .* is flagged\./);
});

it.each([
  [
    'en',
    'from December 1, 2026 at 18:30 (Japan Standard Time) to December 9, 2026 at 07:00 (Japan Standard Time).',
  ],
  [
    'de',
    'vom 1. Dezember 2026 um 18:30 Uhr (Japanische Normalzeit) bis zum 9. Dezember 2026 um 07:00 Uhr (Japanische Normalzeit)',
  ],
  [
    'fr',
    'du 1 décembre 2026 à 18:30 (heure normale du Japon) au 9 décembre 2026 à 07:00 (heure normale du Japon).',
  ],
  [
    'es',
    'desde el 1 de diciembre de 2026 a las 18:30 (hora estándar de Japón) hasta el 9 de diciembre de 2026',
  ],
  ['zh-Hans', '2026年12月1日 18:30 (日本标准时间) 至 2026年12月9日 07:00 (日本标准时间)'],
  ['ar', 'من 1 ديسمبر 2026 الساعة \u206618:30\u2069 (توقيت اليابان الرسمي) إلى 9 ديسمبر 2026'],
])('names the window in the time zone of the portal in %s', async (language, expected) => {
  const window = { startsAt: '2026-12-01T09:30:00.000Z', endsAt: '2026-12-08T22:00:00.000Z' };
  const { text } = readMail(await composed('invitation', language, { ...window, timeZone: 'Asia/Tokyo' }));
  expect(text.replace(/\s+/g, ' ')).toContain(expected);
});

it('names summer time', async () => {
  const changes = { endsAt: '2026-07-01T09:30:00.000Z', timeZone: 'Europe/Berlin' };
  const { text } = readMail(await composed('invitation', 'en', changes));
  expect(text.replace(/\s+/g, ' ')).toContain('July 1, 2026 at 11:30 (Central European Summer Time)');
});

it.each([undefined, '', 'Mars/Base'])('uses UTC if the time zone of the row is %j', async (timeZone) => {
  const { text } = readMail(await composed('invitation', 'en', { timeZone }));
  expect(text).toContain('22:00 UTC');
});

it('names no window if there is none', async () => {
  const { text } = readMail(await composed('invitation', 'en', { endsAt: null, name: null }));
  expect(text).toContain('Hello,');
  expect(text).not.toContain('UTC');
});

it('shows the logo in codes and invitations, and the key art in invitations only', () => {
  const [logoId, keyArtId] = [randomUUID(), randomUUID()];
  const imagesOf = (kind: Kind, changes: object = {}) => {
    const content = mailContents[kind]?.({ ...payloads[kind], ...changes }, 'en', context);
    return [content?.logoId ?? null, content?.keyArtId ?? null];
  };
  const ids = { logoId, keyArtId };
  expect(imagesOf('invitation', ids)).toEqual([logoId, keyArtId]);
  expect(imagesOf('code', ids)).toEqual([logoId, null]);
  expect(imagesOf('alert', ids)).toEqual([null, null]);
  for (const kind of kinds) expect(imagesOf(kind)).toEqual([null, null]);
});

it('says when an event happened, in the time zone of the portal', async () => {
  const event = { event: 'firstPlay', at: '2026-11-27T20:44:07Z', timeZone: 'Europe/Berlin' };
  const { text } = readMail(await composed('alert', 'en', event));
  expect(text.replace(/[\u2066-\u2069]/g, '')).toContain('November 27, 2026, 21:44 (Central European');
});

it.each([
  [true, 'en', 'The portal blocks this person.'],
  [false, 'en', 'The portal ends this visit.'],
  [true, 'de', 'Das Portal sperrt diese Person.'],
  [false, 'de', 'Das Portal beendet diesen Besuch.'],
] as const)(
  'says what the portal does because of a flag (proved: %s, language: %s)',
  async (isProved, language, sentence) => {
    const facts = { kind: 'watermark', times: 3 };
    const flagged = { event: 'flagged', facts, isProved };
    const { text } = readMail(await composed('alert', language, { ...flagged, isBlocking: true }));
    expect(text.replace(/\s+/g, ' ')).toContain(sentence);
    expect(readMail(await composed('alert', language, flagged)).text.replace(/\s+/g, ' ')).not.toContain(
      sentence,
    );
  },
);
