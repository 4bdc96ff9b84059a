import {
  type ErrorParams,
  notice,
  noticeMessage,
  type TrailerNotice,
  type TrailerNoticeCode,
} from '@secure-preview/contracts';
import { CancelledError } from '@secure-preview/service-kit';

/**
 * The file itself cannot become a trailer, and another try would not help. The notice is shown to the
 * administrator.
 */
export class InvalidMediaError extends Error {
  readonly notice: TrailerNotice;

  constructor(code: TrailerNoticeCode, { params, cause }: { params?: ErrorParams; cause?: unknown } = {}) {
    const reason = notice(code, params);
    super(noticeMessage(reason), { cause });
    this.notice = reason;
    this.name = 'InvalidMediaError';
  }
}

/** Another attempt has taken over, or the trailer was deleted: this attempt can no longer change it. */
export class AttemptSupersededError extends CancelledError {
  constructor() {
    super('another attempt has taken over, or the trailer is gone');
    this.name = 'AttemptSupersededError';
  }
}
