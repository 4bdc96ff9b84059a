import { endedMark, isEndedMark } from './ended-playbacks.js';

describe('the mark of a playback', () => {
  it('says whether the last change ended the playback', () => {
    expect(isEndedMark(String(endedMark({ ended: true, version: 1 })))).toBe(true);
    expect(isEndedMark(String(endedMark({ ended: false, version: 2 })))).toBe(false);
  });

  it.each(['', 'broken', '0'])('does not end the playback if it is %j', (mark) => {
    expect(isEndedMark(mark)).toBe(false);
  });
});
