import { type ReceivedMail, SmtpReceiver, until } from '@secure-preview/testing';

/** Milliseconds within which a mail must arrive. */
const ARRIVAL_MS = 10_000;

/** A mail server that stores the mails of a portal under test. */
export class Mailbox {
  private constructor(private readonly server: SmtpReceiver) {}

  static async open(): Promise<Mailbox> {
    return new Mailbox(await SmtpReceiver.start());
  }

  /** Settings with which a portal sends its mails to this server. */
  get settings(): NodeJS.ProcessEnv {
    return {
      SMTP_URL: this.server.url,
      MAIL_FROM: 'Preview <preview@kino.example>',
      MAIL_PER_MINUTE: '10000',
    };
  }

  get count(): number {
    return this.server.mails.length;
  }

  /** Returns the mails to an address in the order of arrival. */
  to(address: string): ReceivedMail[] {
    return this.server.mails.filter(({ to }) => to.includes(address));
  }

  /** Waits until `count` mails to an address have arrived, and returns the text of the last one. */
  async text(address: string, count = 1): Promise<string> {
    await until(() => this.to(address).length >= count, {
      deadlineMs: ARRIVAL_MS,
      everyMs: 50,
      what: `mail ${count} to ${address}`,
    });
    return decoded(this.to(address).at(-1)?.text ?? '');
  }

  /** Waits for a mail with a code. @returns the six digits */
  async code(address: string, count = 1): Promise<string> {
    const [code] = /(?<!\d)\d{6}(?!\d)/.exec(subjectOf(await this.text(address, count))) ?? [];
    if (code === undefined) throw new Error('the mail has no code in its subject');
    return code;
  }

  /** Waits for a mail with an invitation. @returns the URL of its link */
  async link(address: string, count = 1): Promise<string> {
    const [link] = /https?:\/\/[^\s"<>]+#invitation=[\w.-]+/.exec(await this.text(address, count)) ?? [];
    if (link === undefined) throw new Error('the mail has no link');
    return link;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}

/** Decodes quoted-printable text (RFC 2045, 6.7) and encoded words of the header in base64 or Q (RFC 2047). */
function decoded(mail: string): string {
  const bytes = (text: string) =>
    Buffer.from(
      text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
      'latin1',
    );
  return mail
    .replace(/=\?utf-8\?(B|Q)\?([^?]*)\?=\s*/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : bytes(text.replaceAll('_', ' ')).toString(),
    )
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (run) => bytes(run).toString());
}

const subjectOf = (mail: string) => /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(mail)?.[1] ?? '';
