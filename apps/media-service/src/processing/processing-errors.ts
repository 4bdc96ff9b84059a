import { CancelledError } from '@secure-preview/service-kit';

/**
 * The file itself cannot become a trailer, and another try would not help. The message is shown to the
 * administrator.
 */
export class InvalidMediaError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
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
