import { trailerNotice } from './trailer-notice.js';
import { notice, noticeMessage, trailerNotices } from './trailer-notices.js';

const tooLarge = notice('PICTURE_TOO_LARGE', { width: 9000, height: 9000 });

describe('noticeMessage', () => {
  it('fills the parameters into the sentence', () => {
    expect(noticeMessage(notice('FILE_INCOMPLETE', { readable: '0:12', claimed: '1:30' }))).toBe(
      'The file is incomplete: only 0:12 of its 1:30 minutes can be read.',
    );
  });

  it('states the limit that a file exceeds', () => {
    expect(
      [notice('VIDEO_TOO_LONG'), notice('PICTURE_SIZE_INVALID'), tooLarge, notice('CLIP_TOO_LONG')].map(
        noticeMessage,
      ),
    ).toEqual([
      'The video is longer than 6 hours.',
      'The file is damaged: its picture has no size, or is larger than 8192×4352.',
      'The picture is too large: 9000×9000. The maximum is 8192×4352.',
      'The clip is longer than 10 minutes.',
    ]);
  });

  it('includes the error message of a rejected poster', () => {
    const params = { reason: 'POSTER_WRONG_SHAPE', width: 400, height: 300 };
    expect(noticeMessage(notice('POSTER_NOT_APPLIED', params))).toBe(
      'The poster was not applied: Poster must be 16:9, this one is 400×300',
    );
  });

  it('returns the code of a notice that only a newer version has', () => {
    expect(noticeMessage({ code: 'NEW_IN_THE_NEXT_VERSION', params: {} })).toBe('NEW_IN_THE_NEXT_VERSION');
    expect(noticeMessage({ code: 'toString', params: {} })).toBe('toString');
  });
});

it('creates notices that match the schema and use only known placeholders', () => {
  for (const [code, sentence] of Object.entries(trailerNotices)) {
    expect(trailerNotice.safeParse(notice(code as keyof typeof trailerNotices)).success).toBe(true);
    expect(sentence).not.toMatch(
      /\{(?!(readable|claimed|width|height|maxWidth|maxHeight|maxHours|minSeconds|maxMinutes|title|reason)\})/,
    );
  }
});
