import { type ErrorCode, type ErrorParams, errorCodes, errorMessage } from './error-codes.js';
import type { FieldErrorCodes } from './field-errors.js';

interface AppErrorOptions {
  params?: ErrorParams;
  /** Sentences by input field, in form order (only with `VALIDATION_FAILED`). */
  fields?: Readonly<Record<string, string>>;
  /** Codes of these sentences, by input field. */
  fieldCodes?: FieldErrorCodes;
  /** Replaces the code's default sentence. */
  message?: string;
  cause?: unknown;
}

/** An error that is part of a contract: it may be shown to the caller. Any other error is reported as `INTERNAL`. */
export class AppError extends Error {
  readonly params: ErrorParams;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly fieldCodes: FieldErrorCodes | undefined;

  constructor(
    readonly code: ErrorCode,
    { params = {}, fields, fieldCodes, message, cause }: AppErrorOptions = {},
  ) {
    super(message ?? errorMessage(code, params), cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.params = params;
    this.fields = fields;
    this.fieldCodes = fieldCodes;
  }

  get statusCode(): number {
    return errorCodes[this.code].status;
  }
}
