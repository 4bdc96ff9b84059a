import { AppError } from './app-error.js';
import { errorCodes, errorMessage, isErrorCode } from './error-codes.js';

describe('error codes', () => {
  it('fill their sentence from the parameters and leave unknown places alone', () => {
    expect(errorMessage('POSTER_WRONG_SHAPE', { width: 1000, height: 1000 })).toBe(
      'Poster must be 16:9, this one is 1000×1000',
    );
    expect(errorMessage('POSTER_WRONG_SHAPE')).toContain('{width}');
  });

  it('say Unauthorized when the session is missing, which is what the page looks for', () => {
    expect(errorCodes.UNAUTHORIZED).toEqual({ status: 401, message: 'Unauthorized' });
  });

  it('are told from other words', () => {
    expect(isErrorCode('NOT_FOUND')).toBe(true);
    expect(isErrorCode('toString')).toBe(false);
    expect(isErrorCode(404)).toBe(false);
  });

  it('give an error its status', () => {
    expect(new AppError('VIDEO_TOO_LARGE', { params: { maxBytes: 1 } }).statusCode).toBe(413);
  });
});
