import type { EventEmitter } from 'node:events';
import { formatError } from '@secure-preview/service-kit';
import { storableDetail } from '../text/storable-detail.js';
import { isTlsError } from '../text/tls-error.js';
import type { AttemptOutcome } from './mail.js';

/** The parts of a connection that an attempt uses. */
interface Connection extends EventEmitter {
  quit(): void;
  close(): void;
}

/** Error of nodemailer with the answer of the server, if there was one. */
interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
}

/** One attempt to send a mail: its steps, its time limit, and what a failure means. */
export class SmtpAttempt {
  private stage: 'connection' | 'envelope' | 'answer' = 'connection';
  private over = false;
  private fail: (error: Error) => void = () => undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly connection: Connection,
    attemptMs: number,
  ) {
    connection.on('error', (error: Error) => this.fail(error));
    connection.on('end', () => this.fail(new Error('The mail server closed the connection')));
    this.timer = setTimeout(() => {
      this.fail(new Error(`The mail server took longer than ${attemptMs / 1000} s`));
    }, attemptMs);
  }

  /** Runs one step of the connection. @throws Error of the step, of the connection, or of the time limit */
  async step(work: (done: (error?: Error | null) => void) => void): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.fail = (error) => {
        this.over = true;
        reject(error);
      };
      work((error) => (error ? this.fail(error) : resolve()));
    });
  }

  reach(stage: 'envelope' | 'answer'): void {
    this.stage = stage;
  }

  end(): void {
    clearTimeout(this.timer);
    if (this.over) this.connection.close();
    else this.connection.quit();
    this.over = true;
  }

  /**
   * Returns what a failure means for the mail. A 5xx reply is final, except to the connection or login: those
   * failures concern no single mail. If the reply to a complete mail is lost, the server may have accepted it.
   */
  outcomeOf(error: unknown, lostAnswer: 'waiting' | 'uncertain'): AttemptOutcome {
    const { code, responseCode, response, command = '' } = error as SmtpError;
    const detail = storableDetail(response ?? formatError(error));
    if (this.stage === 'connection') {
      const isLogin = command.startsWith('AUTH') && responseCode !== undefined && responseCode >= 500;
      const otherwise = isTlsError(error) ? 'TLS_FAILED' : 'SERVER_UNAVAILABLE';
      return { state: 'waiting', reason: isLogin ? 'LOGIN_REFUSED' : otherwise, detail };
    }
    if (responseCode === undefined) {
      // The server does not support this address, such as one with letters outside ASCII.
      if (code === 'EENVELOPE') return { state: 'refused', reason: 'INVALID_MAIL', detail };
      return this.stage === 'answer'
        ? { state: lostAnswer, reason: 'ANSWER_LOST', detail }
        : { state: 'waiting', reason: 'CONNECTION_LOST', detail };
    }
    return responseCode >= 500
      ? { state: 'refused', reason: command === 'MAIL FROM' ? 'SENDER_REFUSED' : 'REFUSED', detail }
      : { state: 'waiting', reason: 'DEFERRED', detail };
  }
}
