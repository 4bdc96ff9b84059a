import { isIPv4 } from 'node:net';
import { Readable } from 'node:stream';
import type { Logger } from '@secure-preview/service-kit';
import SMTPConnection, {
  type SMTPConnectionCredentials,
  type SMTPConnectionOptions,
} from 'nodemailer/lib/smtp-connection';
import type { ComposedMail } from './compose-mail.js';
import type { AttemptOutcome } from './mail.js';
import { SmtpAttempt } from './smtp-attempt.js';

interface Limits {
  /** Milliseconds to connect, and to the greeting. */
  readonly connectMs: number;
  /** Milliseconds of silence after which a connection is lost. */
  readonly silenceMs: number;
  /** Milliseconds for a whole attempt; less than `LEASE_SECONDS`. */
  readonly attemptMs: number;
}
const LIMITS: Limits = { connectMs: 15_000, silenceMs: 60_000, attemptMs: 120_000 };

/** For tests. */
interface SmtpClientOptions {
  readonly limits?: Limits;
  readonly tls?: { readonly ca: string };
  /** Address to connect to instead of the host's. */
  readonly connectTo?: string;
}

const LOOPBACK = /^(localhost|\[::1\])$/;

/** Sends mails through the server in an `smtp:` or `smtps:` URL, each over a connection of its own. */
export class SmtpClient {
  private readonly options: SMTPConnectionOptions;
  private readonly credentials: SMTPConnectionCredentials | undefined;

  private readonly limits: Limits;

  constructor(
    smtpUrl: string,
    private readonly logger: Logger,
    { limits = LIMITS, tls, connectTo }: SmtpClientOptions = {},
  ) {
    this.limits = limits;
    const url = new URL(smtpUrl);
    const secure = url.protocol === 'smtps:';
    const isLoopback =
      LOOPBACK.test(url.hostname) || (isIPv4(url.hostname) && url.hostname.startsWith('127.'));
    const isPlain = url.searchParams.get('tls') === 'off';
    this.options = {
      host: connectTo ?? url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (secure ? 465 : 587),
      secure,
      ignoreTLS: isPlain,
      // Otherwise, someone on the network could remove the offer of STARTTLS and read password and mails.
      requireTLS: !secure && !isPlain && !isLoopback,
      connectionTimeout: limits.connectMs,
      greetingTimeout: limits.connectMs,
      socketTimeout: limits.silenceMs,
      ...(tls && { tls }),
    };
    if (url.username !== '') {
      this.credentials = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
    }
  }

  /**
   * Sends one mail.
   *
   * @param beforeEnd runs before the mail data ends, after which the server may accept the mail. If it fails, the
   * data is not ended, and the server drops the mail.
   * @param lostAnswer state if the answer to the complete mail is lost
   */
  async send(
    { envelope, text }: ComposedMail,
    beforeEnd: () => Promise<void>,
    lostAnswer: 'waiting' | 'uncertain',
  ): Promise<AttemptOutcome> {
    const connection = new SMTPConnection(this.options);
    const attempt = new SmtpAttempt(connection, this.limits.attemptMs);
    async function* content() {
      yield text;
      await beforeEnd();
      attempt.reach('answer');
    }
    try {
      await attempt.step((done) => connection.connect(done));
      if (this.credentials !== undefined) {
        const { credentials } = this;
        await attempt.step((done) => connection.login({ credentials }, done));
      }
      attempt.reach('envelope');
      await attempt.step((done) => connection.send(envelope, Readable.from(content()), done));
      return { state: 'sent' };
    } catch (error) {
      const outcome = attempt.outcomeOf(error, lostAnswer);
      this.logger.debug({ err: error, outcome }, 'a mail could not be sent');
      return outcome;
    } finally {
      attempt.end();
    }
  }
}
