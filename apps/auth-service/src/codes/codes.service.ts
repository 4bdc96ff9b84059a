import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CodePurpose } from '@secure-preview/contracts';
import { AppError, RETRY_AFTER_PARAM } from '@secure-preview/contracts';
import { addressKey } from '@secure-preview/service-kit';
import { OutboxSecretService } from '../outbox-secret/outbox-secret.service.js';
import type { CodeMail } from './code.js';
import { CodeRepository } from './code.repository.js';
import { mailboxKey } from './mailbox-key.js';

/** Proves e-mail addresses with codes (docs/product.md#access). */
@Injectable()
export class CodesService {
  constructor(
    private readonly codes: CodeRepository,
    private readonly secret: OutboxSecretService,
  ) {}

  /**
   * Stores a code for an address.
   *
   * @param byLink whether the request came with a valid invitation link of the address
   * @param mail undefined if the address may not enter: then no code is sent, and everything else is the same
   * @returns the id of the code
   * @throws AppError `CODE_TOO_SOON` or `TOO_MANY_CODES`
   */
  async request(
    { email, purpose, byLink = false }: { email: string; purpose: CodePurpose; byLink?: boolean },
    mail: CodeMail | undefined,
    commandId: string,
  ): Promise<string> {
    this.secret.key();
    const emailKey = addressKey(email);
    // Only strangers make up addresses. Each person with a link may request codes, also in a shared mailbox.
    const code = {
      id: randomUUID(),
      emailKey,
      mailboxKey: byLink ? emailKey : mailboxKey(emailKey),
      purpose,
      byLink,
    };
    const stored = await this.codes.store(code, mail, commandId);
    if (typeof stored === 'string') return stored;
    throw new AppError(stored.error, { params: { [RETRY_AFTER_PARAM]: stored.retryAfterSeconds } });
  }

  /** Returns how many wrong codes were entered for all addresses of a domain in the last day. */
  wrongTriesOf(domain: string): Promise<number> {
    return this.codes.wrongTriesOf(domain);
  }

  /**
   * Checks a code. A wrong one uses up a try.
   *
   * @throws AppError `CODE_WRONG` with the tries left, or `CODE_EXPIRED`
   */
  async verify(
    { codeId, code, email, purpose }: { codeId: string; code: string; email: string; purpose: CodePurpose },
    commandId: string,
  ): Promise<void> {
    const isKnown = await this.codes.isFor({ id: codeId, emailKey: addressKey(email), purpose });
    if (!isKnown) throw new AppError('CODE_EXPIRED');
    if (this.secret.isCode(codeId, code)) {
      if (!(await this.codes.use(codeId))) throw new AppError('CODE_EXPIRED');
      return;
    }
    const triesLeft = await this.codes.useUpTry(codeId, commandId);
    if (triesLeft === undefined) throw new AppError('CODE_EXPIRED');
    throw new AppError('CODE_WRONG', { params: { triesLeft } });
  }
}
