import { HttpError, serverMessage } from './http-error.js';

const refused = new HttpError(
  422,
  'Unprocessable Content',
  JSON.stringify({
    message: 'Poster must be 16:9, this one is 10×20',
    code: 'POSTER_WRONG_SHAPE',
    params: { width: 10, height: 20 },
    statusCode: 422,
    requestId: 'r',
  }),
);

describe('serverMessage', () => {
  it('returns the catalogue’s message for the code, with the error’s parameters', () => {
    const german = { POSTER_WRONG_SHAPE: 'Das Plakat ist {width} mal {height} groß, nicht 16:9' };
    expect(serverMessage(refused, 'fallback', german)).toBe('Das Plakat ist 10 mal 20 groß, nicht 16:9');
  });

  it('returns the server’s message when the catalogue has none', () => {
    expect(serverMessage(refused, 'fallback', {})).toBe('Poster must be 16:9, this one is 10×20');
  });

  it('returns the fallback when the response is not the portal’s, or missing', () => {
    expect(serverMessage(new HttpError(502, 'Bad Gateway', '<html>'), 'fallback')).toBe('fallback');
    expect(serverMessage(new TypeError('Failed to fetch'), 'fallback')).toBe('fallback');
  });
});
