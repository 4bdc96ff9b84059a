import { h264, picture, tone } from '../testing/make-video.js';
import { PROCESSING_MS, ProcessingTest } from '../testing/processing.js';
import { expectSimilarFrames } from '../testing/similar-frames.js';

let test: ProcessingTest;
beforeAll(async () => {
  test = await ProcessingTest.start();
}, PROCESSING_MS);
afterAll(() => test?.stop());

/** Expects the largest rendition to show the same frames as the source. */
async function showsSource(name: string, file: string, before: string[] = []): Promise<void> {
  const { videos } = test;
  const [shown = [], source = []] = await videos.shown({ file }, { file: videos.path(name), before });
  expectSimilarFrames(shown, source);
}

const quick265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none'];
const quickVp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '1M'];

it.each([
  ['AVI with MPEG-4 and MP3', 'old.avi', ['-c:v', 'mpeg4', '-q:v', '4', '-c:a', 'libmp3lame']],
  ['MKV with H.264 and Vorbis', 'film.mkv', [...h264, '-c:a', 'libvorbis']],
  ['MKV with HEVC and FLAC', 'hevc.mkv', [...quick265, '-c:a', 'flac']],
  ['MKV with VP9 and AC-3', 'vp9.mkv', [...quickVp9, '-c:a', 'ac3']],
  ['MP4 with HEVC and AAC', 'phone.mp4', [...quick265, '-tag:v', 'hvc1', '-c:a', 'aac']],
  ['MOV with ProRes and PCM', 'edit.mov', ['-c:v', 'prores', '-profile:v', '0', '-c:a', 'pcm_s16le']],
  ['MOV with Motion JPEG', 'camera.mov', ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj422p', '-c:a', 'pcm_s16le']],
  ['WebM with VP9 and Opus', 'web.webm', [...quickVp9, '-c:a', 'libopus']],
  ['MPEG-TS with MPEG-2', 'broadcast.ts', ['-c:v', 'mpeg2video', '-q:v', '4', '-c:a', 'mp2']],
  ['ASF with WMV2 and WMA', 'windows.wmv', ['-c:v', 'wmv2', '-q:v', '4', '-c:a', 'wmav2']],
  ['FLV', 'flash.flv', ['-c:v', 'flv', '-q:v', '4', '-c:a', 'libmp3lame']],
  ['Ogg with Theora', 'free.ogv', ['-c:v', 'libtheora', '-q:v', '8', '-c:a', 'libvorbis']],
  ['MPEG program stream', 'disc.mpg', ['-c:v', 'mpeg2video', '-q:v', '4', '-c:a', 'mp2']],
])('encodes %s and shows the same frames as the source', async (_kind, name, codecs) => {
  const { videos } = test;
  const source = await videos.make(name, [...picture('160x90'), ...tone, '-t', '5', ...codecs]);
  const played = await test.play(source);
  const video = await played.video();
  expect(video).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p', width: 160, height: 90 });
  expect(await played.audioStream()).toMatchObject({ codec_name: 'aac', sample_rate: '48000' });
  expect(Number(video['nb_read_frames'])).toBeGreaterThanOrEqual(124);
  expect(played.trailer.durationSeconds).toBeCloseTo(5, 0);
  expect(played.videos[0].segments).toHaveLength(2);
  const [shown = [], expected = []] = await videos.shown(played.videos[0], { file: videos.path(name) });
  expectSimilarFrames(shown, expected);
});

describe('the video', () => {
  it('gets even sides no larger than its odd sides', async () => {
    const odd = ['-vf', 'format=yuv444p,scale=321:181,setsar=1', '-c:v', 'ffv1'];
    const source = await test.videos.make('odd.mkv', [...picture(), '-t', '2', ...odd]);
    const { video, videos } = await test.play(source);
    expect(await video()).toMatchObject({ codec_name: 'h264', width: 320, height: 180 });
    await showsSource('odd.mkv', videos[0].file, ['scale=320:180', 'format=yuv420p']);
  });

  it('is rotated as its metadata states', async () => {
    await test.videos.make('sideways.mp4', [...picture(), '-t', '2', ...h264]);
    const rotated = await test.videos.make('phone.mp4', [
      '-i',
      test.videos.path('sideways.mp4'),
      '-c',
      'copy',
      '-metadata:s:v:0',
      'rotate=90',
    ]);
    const { video, videos } = await test.play(rotated);
    expect(await video()).toMatchObject({ width: 180, height: 320 });
    expect(await video()).not.toHaveProperty('side_data_list');
    await showsSource('phone.mp4', videos[0].file);
  });

  it('gets square pixels', async () => {
    const videoArgs = [...picture('360x288'), '-t', '2', '-vf', 'setsar=16/11', '-c:v', 'mpeg4', '-q:v', '3'];
    const { video, videos } = await test.play(await test.videos.make('anamorphic.avi', videoArgs));
    expect(await video()).toMatchObject({ width: 524, height: 288, sample_aspect_ratio: '1:1' });
    await showsSource('anamorphic.avi', videos[0].file);
  });

  it('is converted from 10-bit HDR to BT.709', async () => {
    const hdr = 'colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:log-level=none';
    // White on SDR screens is 100 cd/m², half of the SMPTE ST 2084 scale.
    const white = ['-f', 'lavfi', '-i', 'color=c=0x808080:size=320x180:rate=25'];
    const coder = ['-pix_fmt', 'yuv420p10le', '-c:v', 'libx265', '-x265-params', hdr];
    const { video, videos } = await test.play(
      await test.videos.make('hdr.mp4', [...white, '-t', '2', ...coder]),
    );
    expect(await video()).toMatchObject({
      pix_fmt: 'yuv420p',
      color_transfer: 'bt709',
      color_primaries: 'bt709',
    });
    const [cells = Buffer.alloc(0)] = await test.videos.cells(videos[0].file);
    const mean = cells.reduce((sum, value) => sum + value, 0) / cells.length;
    expect(mean).toBeGreaterThan(150);
    expect(mean).toBeLessThan(250);
  });

  it('becomes progressive when it is interlaced', async () => {
    const interlaced = ['-vf', 'tinterlace=interleave_top,fps=25', '-flags', '+ildct+ilme', '-top', '1'];
    const videoArgs = [
      ...picture('320x180', 50),
      '-t',
      '3',
      ...interlaced,
      '-c:v',
      'mpeg2video',
      '-q:v',
      '3',
    ];
    const { video, videos } = await test.play(await test.videos.make('interlaced.mpg', videoArgs));
    expect(await video()).toMatchObject({ field_order: 'progressive' });
    await showsSource('interlaced.mpg', videos[0].file);
  });
});

describe('timing', () => {
  it('keeps the time of every frame at a variable frame rate', async () => {
    const { videos } = test;
    const uneven = ['-vf', "select='not(mod(n,5))+gte(n,75)',settb=1/1000", '-fps_mode', 'vfr'];
    const coder = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '1M'];
    const videoArgs = [...picture(), '-t', '6', ...uneven, ...coder];
    const played = await test.play(await videos.make('uneven.webm', videoArgs));
    const times = async (path: string) =>
      (await videos.frames(path)).map(({ time }) => Math.round(time * 100) / 100);
    const shown = await times(played.videos[0].file);
    expect(shown).toHaveLength(90);
    expect(shown).toEqual(await times(videos.path('uneven.webm')));
    expect(played.videos[0].segments.map(({ durationSeconds }) => durationSeconds)).toEqual([4, 2]);
  });

  it.each([
    [1, 25, 1],
    [0.04, 25, 1],
    [600, 0.5, 150],
  ])('keeps the length of a video of %d s at %d frames per second', async (seconds, rate, segments) => {
    const videoArgs = [...picture('64x36', rate), '-t', String(seconds), '-c:v', 'mpeg4', '-g', '20'];
    const played = await test.play(await test.videos.make('length.avi', videoArgs));
    expect(played.trailer.durationSeconds).toBeCloseTo(Math.max(seconds, 1 / rate), 1);
    expect(played.videos[0].segments).toHaveLength(segments);
    expect(Number((await played.video())['nb_read_frames'])).toBe(Math.max(1, Math.round(seconds * rate)));
  });
});

describe('audio', () => {
  it('may be missing', async () => {
    const video = await test.videos.make('silent.avi', [...picture(), '-t', '2', '-c:v', 'mpeg4']);
    const { audio, master } = await test.play(video);
    expect(audio).toBeUndefined();
    expect(master).not.toContain('AUDIO');
  });

  it.each([
    ['1', 'mono', 1, 'MKV', ['-c:a', 'libopus']],
    ['6', '5.1', 2, 'MKV', ['-c:a', 'ac3']],
    ['2', 'stereo', 2, 'MKV', ['-c:a', 'pcm_s16le']],
  ])('is converted from %s channels (%s) to %d', async (_count, layout, channels, _kind, coder) => {
    const audioArgs = ['-f', 'lavfi', '-i', `anoisesrc=a=0.1:r=48000,aformat=channel_layouts=${layout}`];
    const { audio, ...played } = await test.play(
      await test.videos.make('layout.mkv', [
        ...picture(),
        ...audioArgs,
        '-t',
        '2',
        '-c:v',
        'mpeg4',
        ...coder,
      ]),
    );
    expect(await played.audioStream()).toMatchObject({ codec_name: 'aac', channels, sample_rate: '48000' });
    expect(audio?.attributes).toContain(`CHANNELS="${channels}"`);
  });

  it('keeps its volume', async () => {
    const { videos } = test;
    const quietAudio = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000,volume=-20dB'];
    const videoArgs = [...picture(), ...quietAudio, '-t', '3', '-c:v', 'mpeg4', '-c:a', 'pcm_s16le'];
    const { audio } = await test.play(await videos.make('quiet.mkv', videoArgs));
    const loudness = async (path: string) => (await videos.volume(path)).toFixed(0);
    expect(await loudness(audio?.file ?? '')).toBe(await loudness(videos.path('quiet.mkv')));
  });

  // A flash and a tone that begin together, 2 s after the video begins.
  const flash = [
    '-f',
    'lavfi',
    '-i',
    'color=c=black:s=320x180:r=25:d=2[a];color=c=white:s=320x180:r=25:d=2[b];[a][b]concat',
  ];
  const beep = ['-f', 'lavfi', '-i', 'aevalsrc=if(gte(t\\,2)\\,0.5*sin(2800*t)\\,0):s=48000:d=4'];
  it.each([
    ['copied', 'flash.mp4', [...flash, ...beep, ...h264, '-c:a', 'aac']],
    ['encoded', 'flash.avi', [...flash, ...beep, '-c:v', 'mpeg4', '-c:a', 'libmp3lame']],
    [
      'begins before the video',
      'early.mkv',
      [
        '-itsoffset',
        '1',
        ...flash,
        '-itsoffset',
        '1',
        ...beep,
        ...tone,
        '-map',
        '0',
        '-map',
        '1',
        '-c:v',
        'mpeg4',
        '-c:a',
        'libopus',
      ],
    ],
    [
      'copied from the middle of a broadcast',
      'late.ts',
      ['-itsoffset', '0.5', ...flash, '-itsoffset', '0.5', ...beep, ...h264, '-bf', '2', '-c:a', 'aac'],
    ],
  ])('stays in sync with the video: %s', async (_how, name, args) => {
    const { videos, audio } = await test.play(await test.videos.make(name, args));
    const shownAt = await test.videos.flash(videos[0].file);
    const soundAt = await test.videos.beep(audio?.file ?? '');
    expect(Math.abs(soundAt - shownAt)).toBeLessThan(0.045);
  });
});
