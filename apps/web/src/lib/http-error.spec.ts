import { en } from '../messages/en.js';
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
    const errors = { POSTER_WRONG_SHAPE: 'Das Plakat ist {width} mal {height} groß, nicht 16:9' };
    expect(serverMessage(refused, 'fallback', { ...en, errors })).toBe(
      'Das Plakat ist 10 mal 20 groß, nicht 16:9',
    );
  });

  it('returns the catalogue’s message for the first invalid field', () => {
    const body = { message: 'Title must be at most 200 characters', code: 'VALIDATION_FAILED', params: {} };
    const fieldCodes = {
      title: { code: 'TITLE_TOO_LONG', params: { max: 200 } },
      videoURL: { code: 'VIDEO_URL_REQUIRED', params: {} },
    };
    const text = JSON.stringify({ ...body, statusCode: 400, requestId: 'r', errors: {}, fieldCodes });
    const fieldErrors = { ...en.fieldErrors, TITLE_TOO_LONG: 'Der Titel hat mehr als {max} Zeichen' };
    const shown = serverMessage(new HttpError(400, 'Bad Request', text), 'fallback', { ...en, fieldErrors });
    expect(shown).toBe('Der Titel hat mehr als 200 Zeichen');
  });

  it('returns the server’s message when the catalogue has none', () => {
    expect(serverMessage(refused, 'fallback', en)).toBe('Poster must be 16:9, this one is 10×20');
  });

  it('returns the fallback when the response is not the portal’s, or missing', () => {
    expect(serverMessage(new HttpError(502, 'Bad Gateway', '<html>'), 'fallback', en)).toBe('fallback');
    expect(serverMessage(new TypeError('Failed to fetch'), 'fallback', en)).toBe('fallback');
  });
});
