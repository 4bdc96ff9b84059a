import { AppError, errorBody } from '@secure-preview/contracts';
import { errorBodyOf } from './send-error.js';

describe('errorBodyOf', () => {
  it('contains only what the contract declares', () => {
    const error = new AppError('POSTER_WRONG_SHAPE', {
      params: { width: 10, height: 20 },
      cause: new Error('secret'),
    });
    expect(errorBodyOf(error, 'r-1')).toEqual({
      message: 'Poster must be 16:9, this one is 10×20',
      code: 'POSTER_WRONG_SHAPE',
      params: { width: 10, height: 20 },
      statusCode: 422,
      requestId: 'r-1',
    });
  });

  it('lists the invalid fields', () => {
    const fields = { name: 'Name is required' };
    const fieldCodes = { name: { code: 'NAME_REQUIRED', params: {} } };
    const error = new AppError('VALIDATION_FAILED', { fields, fieldCodes, message: 'Name is required' });
    const body = errorBodyOf(error, 'r');
    expect(body).toMatchObject({ statusCode: 400, message: 'Name is required', errors: fields, fieldCodes });
    expect(errorBody.safeParse(body).success).toBe(true);
  });
});
