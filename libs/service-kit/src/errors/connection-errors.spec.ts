import { AppError } from '@secure-preview/contracts';
import { mapConnectionError } from './connection-errors.js';

const coded = (code: string) => Object.assign(new Error('failed'), { code });

describe('mapConnectionError', () => {
  it.each([
    coded('ECONNREFUSED'),
    coded('57P01'),
    coded('57P03'),
    coded('08006'),
    coded('57014'),
    coded('40P01'),
    new Error('Connection terminated unexpectedly'),
    new Error('Connection is closed.'),
    Object.assign(new Error('LOADING Redis is loading the dataset in memory'), { name: 'ReplyError' }),
    new AggregateError([coded('ECONNREFUSED')]),
    new Error('outer', { cause: coded('ECONNRESET') }),
    Object.assign(new Error('query failed'), { driverError: coded('57P01') }),
  ])('maps %s to SERVICE_UNAVAILABLE', (error) => {
    expect(mapConnectionError(error)).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      params: { retryAfterSeconds: 2 },
    });
  });

  it.each([
    new TypeError('x is undefined'),
    new Error('LOADING is not the code of a reply'),
    coded('23505'),
    coded('42P01'),
    new AppError('NOT_FOUND'),
    'text',
    undefined,
  ])('returns %s unchanged', (error) => {
    expect(mapConnectionError(error)).toBe(error);
  });
});
