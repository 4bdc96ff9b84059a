import { failureText, warningText } from './trailer-notice.js';

const catalogue = {
  errors: { POSTER_WRONG_SHAPE: '[16:9, not {width}×{height}]' },
  notices: { NO_PICTURE: '[no picture]', POSTER_NOT_APPLIED: '[no poster: {reason}]' },
};
const notice = (code: string, params = {}) => ({ code, params });

describe('failureText', () => {
  it('returns the sentence of the catalogue', () => {
    const trailer = { failure: 'The file has no picture.', failureNotice: notice('NO_PICTURE') };
    expect(failureText(trailer, catalogue)).toBe('[no picture]');
  });

  it.each([notice('OF_A_NEWER_VERSION'), notice('toString'), null, undefined])(
    'returns the sentence of the server for the notice %j',
    (failureNotice) => {
      expect(
        failureText(
          { failure: 'It failed.', ...(failureNotice === undefined ? {} : { failureNotice }) },
          catalogue,
        ),
      ).toBe('It failed.');
    },
  );
});

describe('warningText', () => {
  const poster = notice('POSTER_NOT_APPLIED', { reason: 'POSTER_WRONG_SHAPE', width: 4, height: 3 });

  it('joins the sentences of the catalogue, and inserts the sentence of an error as the reason', () => {
    const warnings = [poster, notice('NO_PICTURE')];
    expect(warningText({ warning: 'W', warnings }, catalogue)).toBe(
      '[no poster: [16:9, not 4×3]] [no picture]',
    );
  });

  it('returns the sentences of the server if the catalogue lacks one of them', () => {
    expect(warningText({ warning: 'W', warnings: [poster, notice('UNKNOWN')] }, catalogue)).toBe('W');
    expect(warningText({ warning: 'W' }, catalogue)).toBe('W');
    expect(warningText({ warning: null, warnings: [] }, catalogue)).toBeNull();
  });
});
