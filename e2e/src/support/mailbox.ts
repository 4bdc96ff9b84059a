import { type ReceivedMail, SmtpReceiver, until } from '@secure-preview/testing';

/** Milliseconds within which a mail must arrive. */
const ARRIVAL_MS = 10_000;

const CODE = /(?<!\d)\d{6}(?!\d)/;
const LINK = /https?:\/\/[^\s"<>]+#invitation=[\w.-]+/;

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

  /**
   * Answers to no recipient, or to no complete mail, until the returned function is called. A complete mail is stored
   * then, even if its sender has gone.
   */
  hold(step: 'onRecipient' | 'onEnd' = 'onRecipient'): () => void {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.server.behaviour = { [step]: () => released };
    return () => {
      this.server.behaviour = {};
      release();
    };
  }

  /** Returns the mails to an address in the order of arrival. Case is ignored. */
  to(address: string): ReceivedMail[] {
    const recipient = address.toLowerCase();
    return this.server.mails.filter(({ to }) => to.some((other) => other.toLowerCase() === recipient));
  }

  /** Returns the decoded mails to an address, with their headers, in the order of arrival. */
  texts(address: string): string[] {
    return this.to(address).map(({ text }) => decoded(text));
  }

  /** Waits for a mail to an address. @returns its text */
  text(address: string): Promise<string> {
    return this.find(address, () => true, 'a mail');
  }

  /** Waits for the newest mail with a code. @returns the six digits */
  async code(address: string, earlier = ''): Promise<string> {
    const isNew = (text: string) => {
      const [code] = CODE.exec(subjectOf(text)) ?? [];
      return code !== undefined && code !== earlier;
    };
    const text = await this.find(address, isNew, 'a code');
    return CODE.exec(subjectOf(text))?.[0] ?? '';
  }

  /** Returns how many mails with an invitation an address has received. */
  invitationsTo(address: string): number {
    return this.to(address).filter(({ text }) => LINK.test(decoded(text))).length;
  }

  /** Waits for a mail with an invitation. @returns the URL of its link */
  async link(address: string): Promise<string> {
    const text = await this.find(address, LINK, 'an invitation');
    return LINK.exec(text)?.[0] ?? '';
  }

  /** Waits for a mail that matches. Mails arrive in any order, since codes are sent first. */
  private async find(
    address: string,
    wanted: RegExp | ((text: string) => boolean),
    what: string,
  ): Promise<string> {
    const matches = typeof wanted === 'function' ? wanted : (text: string) => wanted.test(text);
    const found = () => this.texts(address).findLast(matches);
    await until(() => found() !== undefined, {
      deadlineMs: ARRIVAL_MS,
      everyMs: 50,
      what: `${what} for ${address}`,
    });
    return found() ?? '';
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
