import {
  type ErrorParams,
  notice,
  noticeMessage,
  type TrailerNotice,
  type TrailerNoticeCode,
} from '@secure-preview/contracts';
import { CancelledError } from '@secure-preview/service-kit';

/**
 * Error for a file that cannot become a trailer, even in another attempt. The administrator sees the notice.
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

/** Error for an attempt that may no longer change its trailer: another one runs, or the trailer was deleted. */
export class AttemptSupersededError extends CancelledError {
  constructor() {
    super('another attempt has taken over, or the trailer is gone');
    this.name = 'AttemptSupersededError';
  }
}
