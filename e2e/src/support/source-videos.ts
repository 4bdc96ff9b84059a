import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg } from '@secure-preview/testing';

/**
 * Length of every video in seconds, with one colour per second: slightly more than a segment, to leave a
 * remainder.
 */
export const VIDEO_SECONDS = 4.2;
/** Cells along each side for the comparison of frames. */
export const GRID = 4;
/** Mean red, green and blue of each cell, row by row, 0 to 255. */
export type Cells = readonly number[];

const COLOURS = ['0xB03030', '0x30A040', '0x3040B0', '0xB0A030', '0xA030A0'];
/** A white and a black corner show the orientation of a frame. */
const CORNERS = 'drawbox=0:0:iw/4:ih/4:white:fill,drawbox=iw*3/4:ih*3/4:iw/4:ih/4:black:fill';

/** Returns the ffmpeg input of the video. @param secondsPerColour seconds for which each colour is shown */
function video(size: string, rate: string, { filter = 'null', secondsPerColour = 1 } = {}): string[] {
  const inputs = COLOURS.map(
    (colour, index) => `color=${colour}:size=${size}:rate=${rate}:d=${secondsPerColour}[c${index}]`,
  );
  const labels = COLOURS.map((_, index) => `[c${index}]`).join('');
  const graph = `${inputs.join(';')};${labels}concat=n=${COLOURS.length},${CORNERS},${filter}`;
  return ['-f', 'lavfi', '-i', graph];
}
const audio = (layout = 'stereo', rate = 48_000, seconds = VIDEO_SECONDS) => [
  '-f',
  'lavfi',
  '-i',
  `sine=frequency=440:sample_rate=${rate}:duration=${seconds}`,
  '-af',
  `aformat=channel_layouts=${layout}`,
];
/** Encodes the same brightness by SMPTE ST 2084, which a standard screen would show as grey. */
const TO_HDR =
  'format=yuv444p,zscale=min=bt709:tin=bt709:pin=bt709:rin=limited:t=smpte2084:p=bt2020:m=bt2020nc:r=limited,format=yuv420p10le';
const FROM_HDR = [
  'zscale=tin=smpte2084:pin=bt2020:min=bt2020nc:t=linear:npl=100,format=gbrpf32le,zscale=p=bt709',
  'tonemap=tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=limited,format=yuv420p',
].join(',');
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25'];

/** A time in the player, and the time in the file whose frame is expected there. */
type FrameCheck = readonly [at: number, fileTime: number];
const checkAt = (...times: number[]): readonly FrameCheck[] => times.map((time) => [time, time]);
/** Out of order, so each time requires a seek. */
const DEFAULT_CHECKS = checkAt(2.5, 0.5, 4.1, 1.5, 3.5);
/** Largest tolerated difference of cell means: codecs, colour matrices and scalers differ by a few levels. */
const MAX_DIFFERENCE = 20;

interface Recipe {
  readonly name: string;
  readonly extension: string;
  readonly args: readonly string[];
  /** Arguments of a second pass over the finished streams. */
  readonly remux?: readonly string[];
  readonly seconds?: number;
  /** Playing time in seconds, if it differs from `seconds`. */
  readonly playbackSeconds?: number;
  readonly checks?: readonly FrameCheck[];
  /** Arguments of the video with the expected frames, if a screen shows this video differently. */
  readonly referenceArgs?: readonly string[];
  /** Largest mean difference of two frames that count as equal, 0 to 255. */
  readonly maxDifference?: number;
}

/** Returns the expectations for a video: the times to compare, and the tolerated difference. */
export const expectations = ({ seconds = VIDEO_SECONDS, playbackSeconds = seconds, ...recipe }: Recipe) => ({
  playbackSeconds,
  checks: recipe.checks ?? DEFAULT_CHECKS,
  maxDifference: recipe.maxDifference ?? MAX_DIFFERENCE,
});

/** Videos as people upload them: container, codec and shape. Small, because each is transcoded. */
export const recipes: readonly Recipe[] = [
  { name: 'MP4, H.264 and AAC', extension: 'mp4', args: [...video('640x360', '25'), ...audio(), ...x264] },
  {
    name: 'AVI, MPEG-4 and MP3',
    extension: 'avi',
    args: [...video('320x180', '25'), ...audio(), '-c:v', 'mpeg4', '-q:v', '4', '-c:a', 'libmp3lame'],
  },
  {
    name: 'MKV, HEVC with audio on six channels',
    extension: 'mkv',
    args: [
      ...video('320x180', '24000/1001'),
      ...audio('5.1'),
      '-c:v',
      'libx265',
      '-preset',
      'ultrafast',
      '-x265-params',
      'log-level=none',
      '-c:a',
      'ac3',
    ],
  },
  {
    name: 'MOV, ProRes with PCM',
    extension: 'mov',
    args: [
      ...video('320x180', '25'),
      ...audio(),
      '-c:v',
      'prores_ks',
      '-profile:v',
      '0',
      '-c:a',
      'pcm_s16le',
    ],
  },
  {
    name: 'WebM, VP9 and Opus',
    extension: 'webm',
    args: [
      ...video('320x180', '30'),
      ...audio(),
      '-c:v',
      'libvpx-vp9',
      '-deadline',
      'realtime',
      '-cpu-used',
      '8',
      '-c:a',
      'libopus',
    ],
  },
  {
    name: 'MPEG-TS, interlaced MPEG-2 with wide pixels',
    extension: 'ts',
    args: [
      ...video('720x576', '25', { filter: 'setsar=64/45,tinterlace=interleave_top,fps=25' }),
      ...audio(),
      '-c:v',
      'mpeg2video',
      '-flags',
      '+ilme+ildct',
      '-q:v',
      '3',
      '-c:a',
      'mp2',
    ],
  },
  {
    name: 'MP4 rotated by a phone, mono',
    extension: 'mp4',
    args: [...video('320x180', '30'), ...audio('mono', 44_100), ...x264],
    remux: ['-metadata:s:v:0', 'rotate=90'],
  },
  {
    name: 'MP4 of odd size without audio',
    extension: 'mp4',
    args: [...video('427x239', '25'), ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p']],
  },
  {
    name: 'MKV with uneven frame times',
    extension: 'mkv',
    args: [
      ...video('320x180', '50', { filter: "select='not(mod(n\\,7))+not(mod(n\\,3))'" }),
      ...audio(),
      ...x264,
      '-fps_mode',
      'vfr',
      '-c:a',
      'libvorbis',
    ],
  },
  {
    name: 'WMV',
    extension: 'wmv',
    args: [...video('320x180', '25'), ...audio(), '-c:v', 'wmv2', '-b:v', '2M', '-c:a', 'wmav2'],
  },
  {
    name: 'MP4 larger than the largest rendition, vertical',
    extension: 'mp4',
    args: [...video('1440x2560', '10'), ...audio(), ...x264],
  },
  {
    name: 'MP4 whose audio continues for 45 s after its video',
    extension: 'mp4',
    args: [...video('320x180', '5'), ...audio('stereo', 48_000, 50), ...x264],
    seconds: 50,
    checks: [...checkAt(2.5, 0.5), [45, 4.8], ...checkAt(1.5, 3.5)],
  },
  {
    name: 'MP4 whose video continues for 45 s after its audio',
    extension: 'mp4',
    args: [...video('320x180', '5', { secondsPerColour: 10 }), ...audio('stereo', 48_000, 5), ...x264],
    seconds: 50,
    checks: checkAt(25, 5, 45, 15, 35),
  },
  {
    name: 'MP4 that holds its last frame for 10 s',
    extension: 'mp4',
    args: [...video('320x180', '10'), ...audio(), ...x264, '-bf', '0'],
    remux: ['-bsf:v', 'setts=duration=if(eq(N\\,41)\\,10.1/TB\\,DURATION)'],
    playbackSeconds: VIDEO_SECONDS + 10,
    checks: [...checkAt(2.5, 0.5), [12, 4.1], ...checkAt(1.5, 3.5)],
  },
  {
    name: 'MKV, HEVC of high dynamic range',
    extension: 'mkv',
    args: [
      ...video('320x180', '10', { filter: TO_HDR }),
      ...audio(),
      '-c:v',
      'libx265',
      '-preset',
      'ultrafast',
      '-x265-params',
      'log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc',
    ],
    referenceArgs: [
      ...video('320x180', '10', { filter: `${TO_HDR},${FROM_HDR}` }),
      ...x264,
      '-colorspace',
      'bt709',
    ],
    // Without conversion for a standard screen, the difference is at least 15.
    maxDifference: 12,
  },
  {
    name: 'MOV, interlaced H.264',
    extension: 'mov',
    args: [
      ...video('480x272', '50', { filter: 'tinterlace=interleave_top,fps=25' }),
      ...audio(),
      ...x264,
      '-flags',
      '+ildct+ilme',
      '-x264-params',
      'tff=1',
    ],
  },
  {
    name: 'MP4 whose audio begins 2 s after its video',
    extension: 'mp4',
    args: [...video('320x180', '10'), '-itsoffset', '2', ...audio('stereo', 48_000, 2.2), ...x264],
  },
  {
    name: 'MP4 of several segments that is copied',
    extension: 'mp4',
    args: [...video('320x180', '10', { secondsPerColour: 4 }), ...audio('stereo', 48_000, 18), ...x264],
    seconds: 18,
    checks: checkAt(10, 2, 17.5, 6, 14),
  },
];

/** A video that takes longer to process into three sizes than a visitor needs to start watching it. */
export const longVideo: Recipe = {
  name: 'AVI in full HD',
  extension: 'avi',
  args: [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=1920x1080:rate=12',
    '-f',
    'lavfi',
    '-i',
    'sine=frequency=440:sample_rate=48000',
    '-c:v',
    'mpeg4',
    '-q:v',
    '6',
    '-c:a',
    'libmp3lame',
  ],
  seconds: 8.04,
};

/** Creates the videos of the table, and returns their frames. */
export class SourceVideos {
  private constructor(
    private readonly folder: string,
    private readonly ffmpeg: string,
  ) {}

  static async start(): Promise<SourceVideos> {
    const { ffmpeg } = await findFfmpeg();
    return new SourceVideos(mkdtempSync(join(tmpdir(), 'sources-')), ffmpeg);
  }

  /** Returns the video with the expected frames, if it differs from the video of the recipe. */
  reference({ name, referenceArgs, seconds }: Recipe): string | undefined {
    return (
      referenceArgs &&
      this.make({
        name: `${name} as seen`,
        extension: 'mkv',
        args: referenceArgs,
        ...(seconds && { seconds }),
      })
    );
  }

  make({ name, extension, args, remux, seconds = VIDEO_SECONDS }: Recipe): string {
    const file = join(this.folder, `${name.replace(/\W+/g, '-')}.${extension}`);
    const first = remux ? `${file}.first.${extension}` : file;
    this.run([...args, '-t', String(seconds), first]);
    if (remux) this.run(['-i', first, '-c', 'copy', ...remux, file]);
    return file;
  }

  /** Returns the frames at these times, in seconds, rotated as in a player. */
  cellsAt(file: string, times: readonly number[]): Cells[] {
    const inputs = times.flatMap((time) => ['-ss', String(time), '-i', file]);
    const filter = `setpts=PTS-STARTPTS,scale=${GRID}:${GRID}:flags=area,format=rgb24`;
    const chains = times.map((_, index) => `[${index}:v]${filter}[p${index}];`).join('');
    const labels = times.map((_, index) => `[p${index}]`).join('');
    // Stacks the frames vertically.
    const graph = `${chains}${labels}vstack=inputs=${times.length}`;
    const output = ['-frames:v', '1', '-f', 'rawvideo', '-'];
    const raw = [...this.run([...inputs, '-filter_complex', graph, ...output])];
    const size = raw.length / times.length;
    return times.map((_, index) => raw.slice(index * size, (index + 1) * size));
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private run(args: readonly string[]): Buffer {
    return execFileSync(this.ffmpeg, ['-nostdin', '-v', 'error', '-y', ...args], { timeout: 180_000 });
  }
}
