import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { limits } from '@secure-preview/contracts';
import { enqueueMail } from '@secure-preview/service-kit/outbox';
import type { Repository } from 'typeorm';
import { CodeEntity } from './code.entity.js';
import {
  type CodeLimit,
  type CodeMail,
  codeMailKey,
  codesPerDay,
  type NewCode,
  type RequestedCode,
  reachedLimit,
} from './code.js';
import {
  deleteOldCodes,
  holdBlocks,
  lockMailbox,
  requestAges,
  triesLeftAfter,
  useCode,
  useUpTry,
  wrongTriesOf,
} from './code.queries.js';

@Injectable()
export class CodeRepository {
  constructor(@InjectRepository(CodeEntity) private readonly codes: Repository<CodeEntity>) {}

  /**
   * Stores a code, and its mail if there is one, unless the mailbox has reached a limit. Without the mail if the
   * address was blocked meanwhile.
   *
   * @returns the id of the code that the command stored, or the limit
   */
  store(code: NewCode, mail: CodeMail | undefined, commandId: string): Promise<string | CodeLimit> {
    return this.codes.manager.transaction(async (transaction) => {
      await holdBlocks(transaction);
      await lockMailbox(transaction, code.mailboxKey);
      const repeated = await transaction.findOneBy(CodeEntity, { commandId });
      if (repeated) return repeated.id;
      const limit = reachedLimit(await requestAges(transaction, code), codesPerDay(code));
      if (limit) return limit;
      await transaction
        .createQueryBuilder()
        .insert()
        .into(CodeEntity)
        .values({ ...code, commandId })
        .updateEntity(false)
        .execute();
      if (mail && !(await mail.isBlocked(transaction)))
        await enqueueMail(transaction, {
          key: codeMailKey(code.id),
          kind: 'code',
          recipient: mail.recipient,
          language: mail.language,
          payload: {
            codeId: code.id,
            companyName: mail.companyName,
            purpose: code.purpose,
            logoId: mail.logoId,
          },
          validSeconds: limits.access.code.seconds,
          audience: mail.audience,
          turn: mail.turn,
        });
      return code.id;
    });
  }

  /** Returns whether the code was requested for this address and purpose. */
  isFor({ id, emailKey, purpose }: RequestedCode): Promise<boolean> {
    return this.codes.existsBy({ id, emailKey, purpose });
  }

  /** Marks a valid code as used. Returns whether it is valid. */
  use(id: string): Promise<boolean> {
    return useCode(this.codes, id);
  }

  /** Uses up a try. Returns how many are left; undefined if the code is not valid. */
  async useUpTry(id: string, commandId: string): Promise<number | undefined> {
    await useUpTry(this.codes, id, commandId);
    return triesLeftAfter(this.codes, id, commandId);
  }

  /** Returns how many wrong codes were entered for all addresses of a domain in the last day. */
  wrongTriesOf(domain: string): Promise<number> {
    return wrongTriesOf(this.codes, domain);
  }

  deleteOld(): Promise<void> {
    return deleteOldCodes(this.codes);
  }
}
