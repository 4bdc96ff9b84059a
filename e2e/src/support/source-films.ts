import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg } from '@secure-preview/testing';

/**
 * Length of every film in seconds, with one colour per second: slightly more than a segment, to leave a
 * remainder.
 */
export const FILM_SECONDS = 4.2;
/** Cells along each side for the comparison of pictures. */
export const GRID = 4;
/** Mean red, green and blue of each cell, row by row, 0 to 255. */
export type Cells = readonly number[];

const COLOURS = ['0xB03030', '0x30A040', '0x3040B0', '0xB0A030', '0xA030A0'];
/** A white and a black corner show the orientation of a picture. */
const CORNERS = 'drawbox=0:0:iw/4:ih/4:white:fill,drawbox=iw*3/4:ih*3/4:iw/4:ih/4:black:fill';

/** @param each seconds that a colour is shown */
function picture(size: string, rate: string, { filter = 'null', each = 1 } = {}): string[] {
  const inputs = COLOURS.map(
    (colour, index) => `color=${colour}:size=${size}:rate=${rate}:d=${each}[c${index}]`,
  );
  const labels = COLOURS.map((_, index) => `[c${index}]`).join('');
  const graph = `${inputs.join(';')};${labels}concat=n=${COLOURS.length},${CORNERS},${filter}`;
  return ['-f', 'lavfi', '-i', graph];
}
const sound = (layout = 'stereo', rate = 48_000, seconds = FILM_SECONDS) => [
  ...['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=${rate}:duration=${seconds}`],
  ...['-af', `aformat=channel_layouts=${layout}`],
];
/** The same brightness encoded by SMPTE ST 2084, which an ordinary screen would show as grey. */
const TO_HDR =
  'format=yuv444p,zscale=min=bt709:tin=bt709:pin=bt709:rin=limited:t=smpte2084:p=bt2020:m=bt2020nc:r=limited,format=yuv420p10le';
const FROM_HDR = [
  'zscale=tin=smpte2084:pin=bt2020:min=bt2020nc:t=linear:npl=100,format=gbrpf32le,zscale=p=bt709',
  'tonemap=tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=limited,format=yuv420p',
].join(',');
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25'];

/** A time in the player, and the time in the file whose picture is expected there. */
type Look = readonly [at: number, shows: number];
const looks = (...times: number[]): readonly Look[] => times.map((time) => [time, time]);
/** Out of order, so that each time requires a seek. */
const USUAL_LOOKS = looks(2.5, 0.5, 4.1, 1.5, 3.5);
/** Levels by which codecs, colour matrices and scalers may differ on the mean of a cell. */
const SAME = 20;

interface Recipe {
  readonly name: string;
  readonly extension: string;
  readonly args: readonly string[];
  /** Arguments of a second pass over the finished streams. */
  readonly remux?: readonly string[];
  readonly seconds?: number;
  /** Playing time in seconds, if it differs from `seconds`. */
  readonly plays?: number;
  readonly looks?: readonly Look[];
  /** Arguments of the film with the expected pictures, if a screen shows this film differently. */
  readonly like?: readonly string[];
  /** Largest mean difference of two pictures that count as equal, 0 to 255. */
  readonly same?: number;
}

/** Returns the expectations for a film: the times to compare, and the tolerated difference. */
export const expectations = ({ seconds = FILM_SECONDS, plays = seconds, ...recipe }: Recipe) => ({
  plays,
  looks: recipe.looks ?? USUAL_LOOKS,
  same: recipe.same ?? SAME,
});

/** Films as people upload them: container, codec and shape. */
export const recipes: readonly Recipe[] = [
  { name: 'MP4, H.264 and AAC', extension: 'mp4', args: [...picture('640x360', '25'), ...sound(), ...x264] },
  {
    name: 'AVI, MPEG-4 and MP3',
    extension: 'avi',
    args: [...picture('640x360', '25'), ...sound(), '-c:v', 'mpeg4', '-q:v', '4', '-c:a', 'libmp3lame'],
  },
  {
    name: 'MKV, HEVC with sound on six channels',
    extension: 'mkv',
    args: [
      ...picture('640x360', '24000/1001'),
      ...sound('5.1'),
      ...['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-c:a', 'ac3'],
    ],
  },
  {
    name: 'MOV, ProRes with PCM',
    extension: 'mov',
    args: [
      ...picture('640x360', '25'),
      ...sound(),
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
      ...picture('640x360', '30'),
      ...sound(),
      ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'],
    ],
  },
  {
    name: 'MPEG-TS, interlaced MPEG-2 with wide pixels',
    extension: 'ts',
    args: [
      ...picture('720x576', '25', { filter: 'setsar=64/45,tinterlace=interleave_top,fps=25' }),
      ...sound(),
      ...['-c:v', 'mpeg2video', '-flags', '+ilme+ildct', '-q:v', '3', '-c:a', 'mp2'],
    ],
  },
  {
    name: 'MP4 turned by a phone, mono',
    extension: 'mp4',
    args: [...picture('640x360', '30'), ...sound('mono', 44_100), ...x264],
    remux: ['-metadata:s:v:0', 'rotate=90'],
  },
  {
    name: 'MP4 of odd size without sound',
    extension: 'mp4',
    args: [
      ...picture('427x239', '25'),
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p'],
    ],
  },
  {
    name: 'MKV with uneven frame times',
    extension: 'mkv',
    args: [
      ...picture('640x360', '50', { filter: "select='not(mod(n\\,7))+not(mod(n\\,3))'" }),
      ...sound(),
      ...x264,
      ...['-fps_mode', 'vfr', '-c:a', 'libvorbis'],
    ],
  },
  {
    name: 'WMV',
    extension: 'wmv',
    args: [...picture('640x360', '25'), ...sound(), '-c:v', 'wmv2', '-b:v', '2M', '-c:a', 'wmav2'],
  },
  {
    name: 'MP4 larger than the largest rendition, upright',
    extension: 'mp4',
    args: [...picture('1440x2560', '10'), ...sound(), ...x264],
  },
  {
    name: 'MP4 whose sound goes on for 45 s after its picture',
    extension: 'mp4',
    args: [...picture('320x180', '10'), ...sound('stereo', 48_000, 50), ...x264],
    seconds: 50,
    looks: [...looks(2.5, 0.5), [45, 4.8], ...looks(1.5, 3.5)],
  },
  {
    name: 'MP4 whose picture goes on for 45 s after its sound',
    extension: 'mp4',
    args: [...picture('320x180', '10', { each: 10 }), ...sound('stereo', 48_000, 5), ...x264],
    seconds: 50,
    looks: looks(25, 5, 45, 15, 35),
  },
  {
    name: 'MP4 that holds its last picture for 10 s',
    extension: 'mp4',
    args: [...picture('320x180', '10'), ...sound(), ...x264, '-bf', '0'],
    remux: ['-bsf:v', 'setts=duration=if(eq(N\\,41)\\,10.1/TB\\,DURATION)'],
    plays: FILM_SECONDS + 10,
    looks: [...looks(2.5, 0.5), [12, 4.1], ...looks(1.5, 3.5)],
  },
  {
    name: 'MKV, HEVC of high dynamic range',
    extension: 'mkv',
    args: [
      ...picture('320x180', '10', { filter: TO_HDR }),
      ...sound(),
      ...['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params'],
      'log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc',
    ],
    like: [...picture('320x180', '10', { filter: `${TO_HDR},${FROM_HDR}` }), ...x264, '-colorspace', 'bt709'],
    // Without conversion for an ordinary screen it differs by 15 at least.
    same: 12,
  },
  {
    name: 'MOV, interlaced H.264',
    extension: 'mov',
    args: [
      ...picture('480x272', '50', { filter: 'tinterlace=interleave_top,fps=25' }),
      ...sound(),
      ...[...x264, '-flags', '+ildct+ilme', '-x264-params', 'tff=1'],
    ],
  },
  {
    name: 'MP4 whose sound begins 2 s after its picture',
    extension: 'mp4',
    args: [...picture('320x180', '10'), '-itsoffset', '2', ...sound('stereo', 48_000, 2.2), ...x264],
  },
  {
    name: 'MP4 of several segments that is copied',
    extension: 'mp4',
    args: [...picture('320x180', '10', { each: 4 }), ...sound('stereo', 48_000, 18), ...x264],
    seconds: 18,
    looks: looks(10, 2, 17.5, 6, 14),
  },
];

/** A film that is processed into three sizes, for longer than a visitor needs to start watching it. */
export const longFilm: Recipe = {
  name: 'AVI in full HD',
  extension: 'avi',
  args: [
    ...['-f', 'lavfi', '-i', 'testsrc2=size=1920x1080:rate=25'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'],
    ...['-c:v', 'mpeg4', '-q:v', '6', '-c:a', 'libmp3lame'],
  ],
  seconds: 8.04,
};

/** Creates films of the table, and returns their pictures. */
export class SourceFilms {
  private constructor(
    private readonly folder: string,
    private readonly ffmpeg: string,
  ) {}

  static async start(): Promise<SourceFilms> {
    const { ffmpeg } = await findFfmpeg();
    return new SourceFilms(mkdtempSync(join(tmpdir(), 'sources-')), ffmpeg);
  }

  /** Returns the film with the expected pictures, if it differs from the recipe's own. */
  like({ name, like, seconds }: Recipe): string | undefined {
    return (
      like &&
      this.make({ name: `${name} as seen`, extension: 'mkv', args: like, ...(seconds && { seconds }) })
    );
  }

  make({ name, extension, args, remux, seconds = FILM_SECONDS }: Recipe): string {
    const file = join(this.folder, `${name.replace(/\W+/g, '-')}.${extension}`);
    const first = remux ? `${file}.first.${extension}` : file;
    this.run([...args, '-t', String(seconds), first]);
    if (remux) this.run(['-i', first, '-c', 'copy', ...remux, file]);
    return file;
  }

  /** Returns the film's pictures at these times, in seconds, rotated as a player does. */
  cellsAt(file: string, times: readonly number[]): Cells[] {
    const inputs = times.flatMap((time) => ['-ss', String(time), '-i', file]);
    const filter = `setpts=PTS-STARTPTS,scale=${GRID}:${GRID}:flags=area,format=rgb24`;
    const chains = times.map((_, index) => `[${index}:v]${filter}[p${index}];`).join('');
    const labels = times.map((_, index) => `[p${index}]`).join('');
    // One picture below the other.
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
