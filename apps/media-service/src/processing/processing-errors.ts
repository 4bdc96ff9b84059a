import {
  type ErrorParams,
  notice,
  noticeMessage,
  type TrailerNotice,
  type TrailerNoticeCode,
} from '@secure-preview/contracts';
import { CancelledError } from '@secure-preview/service-kit';

/**
 * Thrown for a file that cannot become a trailer. A retry would not help. The administrator sees the notice.
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

/**
 * Thrown when another attempt has taken over or the trailer was deleted. This attempt can no longer change the trailer.
 */
export class AttemptSupersededError extends CancelledError {
  constructor() {
    super('another attempt has taken over, or the trailer was deleted');
    this.name = 'AttemptSupersededError';
  }
}
