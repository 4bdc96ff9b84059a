import { h264, picture, tone, VideoMaker } from '../testing/make-video.js';
import { MediaApp } from '../testing/media-app.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { downloadTrailer } from '../testing/play.js';

let servers: MediaServers;
let app: MediaApp;
let videos: VideoMaker;

beforeAll(async () => {
  servers = await startMediaServers();
  videos = await VideoMaker.start(servers.programs);
  app = await MediaApp.start(servers.environment);
});
afterAll(async () => {
  await app?.close();
  await videos?.stop();
  await servers?.stop();
});

/** Uploads, waits until it can be played, and plays it. */
async function play(source: Buffer) {
  const { id } = await app.accept(source);
  const trailer = await app.processed(id);
  expect(trailer).toMatchObject({ status: 'ready', failure: null, progress: 100 });
  const { file, playlist } = await downloadTrailer(app, id, videos.dir);
  const { streams } = await videos.probe(file);
  const video = streams.find(({ codec_type }) => codec_type === 'video');
  const audio = streams.find(({ codec_type }) => codec_type === 'audio');
  return { id, trailer, file, playlist, video, audio };
}

/** Uploads and waits for the sentence that tells what is wrong with the file. */
async function failure(source: Buffer): Promise<string | null> {
  const { id } = await app.accept(source);
  const trailer = await app.processed(id);
  expect(trailer).toMatchObject({ status: 'failed', active: false, videoURL: null });
  return trailer.failure;
}

const playable = { codec_name: 'h264', pix_fmt: 'yuv420p', width: 320, height: 180 };

describe('a source that browsers play', () => {
  it('is copied: every picture of an H.264/AAC MP4 stays as it was', async () => {
    const made = [...picture(), ...tone, '-t', '6', ...h264, '-c:a', 'aac'];
    const { file, video, audio, trailer } = await play(await videos.make('plain.mp4', made));
    expect(await videos.pictureHash(file)).toBe(await videos.pictureHash(videos.path('plain.mp4')));
    expect(video).toMatchObject({ ...playable, nb_read_frames: '150' });
    expect(audio).toMatchObject({ codec_name: 'aac', sample_rate: '44100' });
    expect(trailer.durationSeconds).toBeCloseTo(6, 1);
  });

  it('is copied from MPEG-TS as well', async () => {
    const made = [...picture(), ...tone, '-t', '4', ...h264, '-c:a', 'aac'];
    const { file, video } = await play(await videos.make('broadcast.ts', made));
    expect(video).toMatchObject({ ...playable, nb_read_frames: '100' });
    const pictures = ['-map', '0:v:0', '-f', 'hash', '-'];
    const source = ['-i', videos.path('broadcast.ts')];
    expect(await videos.ffmpeg(['-i', file, ...pictures])).toBe(
      await videos.ffmpeg([...source, ...pictures]),
    );
  });

  it('is encoded when its key frames are too far apart to cut it', async () => {
    const made = [...picture('160x90', 10), '-t', '24', ...h264, '-g', '999', '-sc_threshold', '0'];
    const { playlist, video } = await play(await videos.make('long-group.mp4', made));
    expect(playlist.match(/#EXTINF/g)).toHaveLength(6);
    expect(video).toMatchObject({ nb_read_frames: '240' });
  });

  it('is encoded when its groups of pictures are open', async () => {
    const open = [
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      '-g',
      '12',
      '-bf',
      '2',
      '-x264-params',
      'open-gop=1',
    ];
    const { file } = await play(await videos.make('open.mp4', [...picture(), '-t', '4', ...open]));
    expect(await videos.pictureHash(file)).not.toBe(await videos.pictureHash(videos.path('open.mp4')));
  });
});

describe('a source that browsers do not play', () => {
  it.each([
    ['AVI with MPEG-4 and MP3', 'old.avi', ['-c:v', 'mpeg4', '-c:a', 'libmp3lame']],
    ['MKV with H.264 and Vorbis', 'film.mkv', [...h264, '-c:a', 'libvorbis']],
    [
      'MKV with HEVC and FLAC',
      'hevc.mkv',
      ['-c:v', 'libx265', '-x265-params', 'log-level=none', '-c:a', 'flac'],
    ],
    ['MOV with ProRes and PCM', 'edit.mov', ['-c:v', 'prores_ks', '-c:a', 'pcm_s16le']],
    ['MOV with Motion JPEG', 'camera.mov', ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj422p', '-c:a', 'pcm_s16le']],
    [
      'WebM with VP9 and Opus',
      'web.webm',
      ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-c:a', 'libopus'],
    ],
    ['ASF with WMV2 and WMA', 'windows.wmv', ['-c:v', 'wmv2', '-c:a', 'wmav2']],
    ['FLV', 'flash.flv', ['-c:v', 'flv', '-c:a', 'libmp3lame']],
    ['Ogg with Theora', 'free.ogv', ['-c:v', 'libtheora', '-c:a', 'libvorbis']],
    ['MPEG program stream', 'disc.mpg', ['-c:v', 'mpeg2video', '-c:a', 'mp2']],
  ])('is encoded: %s', async (_kind, name, codecs) => {
    const { video, audio, trailer, playlist } = await play(
      await videos.make(name, [...picture(), ...tone, '-t', '5', ...codecs]),
    );
    expect(video).toMatchObject(playable);
    expect(audio).toMatchObject({ codec_name: 'aac', sample_rate: '48000' });
    expect(Number(video?.['nb_read_frames'])).toBeGreaterThanOrEqual(124);
    expect(trailer.durationSeconds).toBeCloseTo(5, 0);
    expect(playlist.match(/#EXTINF/g)).toHaveLength(2);
  });
});

describe('an unusual picture', () => {
  it('has no sound', async () => {
    const { audio, video } = await play(
      await videos.make('silent.avi', [...picture(), '-t', '2', '-c:v', 'mpeg4']),
    );
    expect(audio).toBeUndefined();
    expect(video).toMatchObject(playable);
  });

  it('has odd sides, which become even and no larger', async () => {
    const odd = ['-vf', 'format=yuv444p,scale=321:181,setsar=1', '-c:v', 'ffv1'];
    const { video } = await play(await videos.make('odd.mkv', [...picture(), '-t', '2', ...odd]));
    expect(video).toMatchObject({ codec_name: 'h264', width: 320, height: 180 });
  });

  it('was filmed upright with a phone held sideways', async () => {
    await videos.make('lying.mp4', [...picture(), '-t', '2', ...h264]);
    const turned = await videos.make('phone.mp4', [
      ...['-i', videos.path('lying.mp4'), '-c', 'copy', '-metadata:s:v:0', 'rotate=90'],
    ]);
    const { video } = await play(turned);
    expect(video).toMatchObject({ width: 180, height: 320 });
    expect(video).not.toHaveProperty('side_data_list');
  });

  it('has pixels that are not square', async () => {
    const made = [...picture('360x288'), '-t', '2', '-vf', 'setsar=16/11', '-c:v', 'mpeg4'];
    const { video } = await play(await videos.make('anamorphic.avi', made));
    expect(video).toMatchObject({ width: 524, height: 288, sample_aspect_ratio: '1:1' });
  });

  it('is larger than 1080 lines', async () => {
    const made = [...picture('2560x1440', 10), '-t', '1', ...h264];
    const { video } = await play(await videos.make('large.mp4', made));
    expect(video).toMatchObject({ width: 1920, height: 1080 });
  });

  it('has frames at uneven times, which stay where they were', async () => {
    const uneven = ['-vf', "select='not(mod(n,5))+gte(n,75)',settb=1/1000", '-fps_mode', 'vfr'];
    const made = [...picture(), '-t', '6', ...uneven, '-c:v', 'libvpx', '-b:v', '1M'];
    const { file, video } = await play(await videos.make('uneven.webm', made));
    const times = async (path: string) =>
      (await videos.probeTimes(path)).map((seconds) => Math.round(seconds * 100) / 100);
    expect(await times(file)).toEqual(await times(videos.path('uneven.webm')));
    expect(video).toMatchObject({ nb_read_frames: '90' });
  });

  it('has ten bits and a high dynamic range, and becomes BT.709', async () => {
    const hdr = 'colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:log-level=none';
    const made = [...picture(), '-t', '2', '-pix_fmt', 'yuv420p10le', '-c:v', 'libx265', '-x265-params', hdr];
    const { video } = await play(await videos.make('hdr.mp4', made));
    expect(video).toMatchObject({ ...playable, color_transfer: 'bt709', color_primaries: 'bt709' });
  });

  it('is interlaced, and becomes progressive', async () => {
    const made = [...picture(), '-t', '2', '-c:v', 'mpeg2video', '-flags', '+ildct+ilme', '-top', '1'];
    const { video } = await play(await videos.make('interlaced.mpg', made));
    expect(video).toMatchObject({ field_order: 'progressive', nb_read_frames: '50' });
  });

  it('comes with sound in six channels, of which two remain', async () => {
    const surround = ['-af', 'pan=5.1|c0=c0|c1=c0|c2=c0|c3=c0|c4=c0|c5=c0', '-c:a', 'ac3'];
    const { audio } = await play(
      await videos.make('surround.mkv', [...picture(), ...tone, '-t', '2', ...h264, ...surround]),
    );
    expect(audio).toMatchObject({ codec_name: 'aac', channels: 2 });
  });
});

describe('a file that is at fault', () => {
  it('has no picture', async () => {
    const sound = await videos.make('sound.mkv', [...tone, '-t', '2', '-c:a', 'aac']);
    expect(await failure(sound)).toBe('The file has no picture, only sound.');
  });

  it('was cut off before its index', async () => {
    const whole = await videos.make('index-last.mp4', [...picture(), '-t', '4', ...h264]);
    expect(await failure(whole.subarray(0, whole.length / 2))).toMatch(/damaged or incomplete/);
  });

  it('was cut off after its index', async () => {
    const made = [...picture(), '-t', '6', ...h264, '-movflags', '+faststart'];
    const whole = await videos.make('index-first.mp4', made);
    expect(await failure(whole.subarray(0, whole.length / 2))).toMatch(/incomplete: only 0:0\d of its 0:06/);
  });

  it('is noise behind the first bytes of a video', async () => {
    const start = await videos.make('start.mkv', [...picture(), '-t', '1', ...h264]);
    const noise = Buffer.alloc(200_000, 0xa5);
    expect(await failure(Buffer.concat([start.subarray(0, 64), noise]))).toMatch(/damaged|picture/);
  });
});
