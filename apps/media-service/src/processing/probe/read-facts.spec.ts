import { readFacts } from './read-facts.js';
import { displaySize } from './source-facts.js';

const videoStream = {
  index: 0,
  codec_type: 'video',
  codec_name: 'h264',
  width: 1440,
  height: 1080,
  r_frame_rate: '30000/1001',
  avg_frame_rate: '30000/1001',
  sample_aspect_ratio: '4:3',
};
const audioStream = {
  index: 1,
  codec_type: 'audio',
  codec_name: 'aac',
  profile: 'LC',
  channels: 2,
  start_time: '-0.5',
};
const read = (streams: object[], format: object = { duration: '5.5', bit_rate: '100' }) =>
  readFacts(JSON.stringify({ streams, format }));

it('reads numbers, ratios and missing values', () => {
  const { video, audio, durationSeconds, bitRate } = read([videoStream, audioStream]);
  expect(video).toMatchObject({ pixelAspect: 4 / 3, rotation: 0, claimedSeconds: null, transfer: null });
  expect(video.frameRate).toBeCloseTo(29.97, 2);
  expect(video.variableFrameRate).toBe(false);
  expect(audio).toEqual({ index: 1, codec: 'aac', profile: 'LC', channels: 2, startSeconds: -0.5 });
  expect({ durationSeconds, bitRate }).toEqual({ durationSeconds: 5.5, bitRate: 100 });
  expect(read([videoStream], {})).toMatchObject({ audio: null, durationSeconds: null, bitRate: null });
});

it.each([
  [{ side_data_list: [{ rotation: -90 }] }, 90],
  [{ side_data_list: [{ rotation: 90 }] }, 270],
  [{ side_data_list: [{ rotation: -180 }] }, 180],
  [{ tags: { rotate: '90' } }, 90],
])('reads the rotation from %j', (change, rotation) => {
  const { video } = read([{ ...videoStream, ...change }]);
  expect(video.rotation).toBe(rotation);
  expect(displaySize(video)).toEqual(
    rotation === 180 ? { width: 1920, height: 1080 } : { width: 1080, height: 1920 },
  );
});

it('reads the length that Matroska writes as a clock time', () => {
  const { video } = read([{ ...videoStream, tags: { DURATION: '00:01:05.500000000' } }]);
  expect(video.claimedSeconds).toBe(65.5);
});

it('does not mistake cover art for video', () => {
  const cover = { index: 2, codec_type: 'video', codec_name: 'mjpeg', disposition: { attached_pic: 1 } };
  expect(() => read([audioStream, cover])).toThrow('The file has no picture, only sound.');
  expect(() => read([cover])).toThrow('The file has no picture.');
});

it('rejects unreadable video', () => {
  expect(() => read([{ ...videoStream, codec_name: undefined }])).toThrow(
    /format that this portal cannot read/,
  );
  expect(() => read([{ ...videoStream, width: 0 }])).toThrow(/damaged/);
});
