import { type ReceivedMail, SmtpReceiver, until } from '@secure-preview/testing';

/** Mails that the portal may send in a minute. */
export const MAIL_PER_MINUTE = 300;
/** Milliseconds within which a mail must arrive, so that the bench can continue. */
const ARRIVAL_MS = 60_000;

interface Arrival {
  /** Time of `performance.now()` at which the mail was complete. */
  readonly at: number;
  readonly mail: ReceivedMail;
}

/** A mail server that records when mails arrive. */
export class Mailbox {
  /** By recipient. */
  private readonly arrivals = new Map<string, Arrival>();

  private constructor(private readonly server: SmtpReceiver) {
    server.behaviour.onEnd = (mail) => {
      for (const recipient of mail.to) this.arrivals.set(recipient, { at: performance.now(), mail });
    };
  }

  static async open(): Promise<Mailbox> {
    return new Mailbox(await SmtpReceiver.start());
  }

  /** Settings with which a portal sends its mails to this server. */
  get settings(): NodeJS.ProcessEnv {
    return {
      SMTP_URL: this.server.url,
      MAIL_FROM: 'Preview <preview@kino.example>',
      MAIL_PER_MINUTE: String(MAIL_PER_MINUTE),
    };
  }

  /** Waits for a mail to an address that receives only one. */
  arrival(recipient: string): Promise<Arrival> {
    return until(async () => this.arrivals.get(recipient), {
      deadlineMs: ARRIVAL_MS,
      everyMs: 20,
      what: `a mail to ${recipient}`,
    });
  }

  /** Waits for a mail with a code. @returns the six digits */
  async code(recipient: string): Promise<string> {
    const { mail } = await this.arrival(recipient);
    // The text has the code alone on a line.
    const [, code] = /^(\d{6})\r$/m.exec(mail.text) ?? [];
    if (code === undefined) throw new Error(`the mail to ${recipient} has no code`);
    return code;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}
