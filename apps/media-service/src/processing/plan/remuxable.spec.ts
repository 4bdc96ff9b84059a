import type { SourceFacts } from '../probe/source-facts.js';
import { isCuttable, isPlayable } from './remuxable.js';

const video: SourceFacts['video'] = {
  ...{
    index: 0,
    codec: 'h264',
    profile: 'High',
    level: 40,
    width: 1920,
    height: 1080,
    pixelFormat: 'yuv420p',
  },
  ...{ interlaced: false, pixelAspect: 1, rotation: 0, frameRate: 24, variableFrameRate: false },
  ...{ transfer: 'bt709', claimedSeconds: 90 },
};
const audio: SourceFacts['audio'] = { index: 1, codec: 'aac', profile: 'LC', channels: 2 };
const source: SourceFacts = { video, audio, durationSeconds: 90, bitRate: 8_000_000 };

it('takes H.264 and AAC as browsers play them', () => {
  expect(isPlayable(source)).toBe(true);
  expect(isPlayable({ ...source, audio: null })).toBe(true);
  expect(isPlayable({ ...source, video: { ...video, width: 1080, height: 1920 } })).toBe(true);
});

it.each<[string, Partial<SourceFacts['video']>]>([
  ['another codec', { codec: 'hevc' }],
  ['ten bits', { profile: 'High 10', pixelFormat: 'yuv420p10le' }],
  ['full colour', { pixelFormat: 'yuv444p' }],
  ['level 5.2', { level: 52 }],
  ['interlaced', { interlaced: true }],
  ['turned', { rotation: 90 }],
  ['oblong pixels', { pixelAspect: 4 / 3 }],
  ['too large', { width: 3840, height: 2160 }],
  ['too fast', { frameRate: 120 }],
])('encodes a picture that is %s', (_what, change) => {
  expect(isPlayable({ ...source, video: { ...video, ...change } })).toBe(false);
});

it.each([{ codec: 'mp3' }, { profile: 'HE-AAC' }, { channels: 6 }])('encodes sound with %j', (change) => {
  expect(isPlayable({ ...source, audio: { ...audio, ...change } })).toBe(false);
});

it('encodes what is too much for a line', () => {
  expect(isPlayable({ ...source, bitRate: 100_000_000 })).toBe(false);
  expect(isPlayable({ ...source, bitRate: null })).toBe(false);
});

it('cuts at key frames that are close enough', () => {
  const packets = { packets: 100, cuttable: true, longestKeyGap: 10 };
  expect(isCuttable(packets)).toBe(true);
  expect(isCuttable({ ...packets, longestKeyGap: 10.1 })).toBe(false);
  expect(isCuttable({ ...packets, cuttable: false })).toBe(false);
  expect(isCuttable({ ...packets, packets: 0 })).toBe(false);
});
