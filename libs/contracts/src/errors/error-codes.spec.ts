import { AppError } from './app-error.js';
import { errorCodes, errorMessage, isErrorCode } from './error-codes.js';
import { fieldErrorMessage, fieldErrorMessages, isFieldErrorCode } from './field-errors.js';

describe('the table of error codes', () => {
  it('fills the message from the parameters and keeps unknown placeholders', () => {
    expect(errorMessage('POSTER_WRONG_SHAPE', { width: 1000, height: 1000 })).toBe(
      'Poster must be 16:9, this one is 1000×1000',
    );
    expect(errorMessage('POSTER_WRONG_SHAPE')).toContain('{width}');
  });

  it('has a value for each placeholder in a field message', () => {
    const codes = Object.keys(fieldErrorMessages).filter(isFieldErrorCode);
    expect(codes.filter((code) => /[{}]/.test(fieldErrorMessage(code)))).toEqual([]);
  });

  it('keeps the message Unauthorized for a missing session, because the page compares it', () => {
    expect(errorCodes.UNAUTHORIZED).toEqual({ status: 401, message: 'Unauthorized' });
  });

  it('recognises only its own codes', () => {
    expect(isErrorCode('NOT_FOUND')).toBe(true);
    expect(isErrorCode('toString')).toBe(false);
    expect(isErrorCode(404)).toBe(false);
  });

  it('gives an error the status of its code', () => {
    expect(new AppError('VIDEO_TOO_LARGE', { params: { maxBytes: 1 } }).statusCode).toBe(413);
  });
});
