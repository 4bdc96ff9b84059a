import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cpuSeconds } from '../cpu-time.js';

const run = promisify(execFile);

const videoInput = ['-f', 'lavfi', '-i', 'testsrc2=size=1920x1080:rate=24'];
const audioInput = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'];
const ffmpegOptions = ['-nostdin', '-y', '-v', 'error'];

/** 90 s of 1080p that browsers can play. */
export const PLAYABLE = { name: 'playable.mp4', seconds: 90 } as const;
/** 1080p that no browser can play. */
export const UNPLAYABLE = { name: 'foreign.avi', seconds: 30 } as const;

/** Creates a folder with both videos. The caller removes the folder. */
export async function makeSources(
  ffmpeg: string,
  tmp: string,
): Promise<{ dir: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(join(tmp, 'media-bench-'));
  const make = (name: string, seconds: number, codecs: string[]) =>
    run(ffmpeg, [
      ...ffmpegOptions,
      ...videoInput,
      ...audioInput,
      '-t',
      String(seconds),
      ...codecs,
      join(dir, name),
    ]);
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-b:v', '8M', '-g', '48'];
  await make(PLAYABLE.name, PLAYABLE.seconds, [...h264, '-c:a', 'aac']);
  await make(UNPLAYABLE.name, UNPLAYABLE.seconds, ['-c:v', 'mpeg4', '-b:v', '8M', '-c:a', 'libmp3lame']);
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

interface Size {
  readonly width: number;
  readonly height: number;
  readonly level: string;
}
const FIRST: Size = { width: 854, height: 480, level: '3.1' };
const LADDER: readonly Size[] = [
  { width: 1920, height: 1080, level: '4.2' },
  { width: 1280, height: 720, level: '3.2' },
  FIRST,
  { width: 426, height: 240, level: '3' },
];

function video({ width, height, level }: Size): string[] {
  const peak = Math.round(Math.max(400_000, (width * height * 8_000_000) / (1920 * 1080)));
  return [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '21',
    '-profile:v',
    'high',
    '-level',
    level,
    '-maxrate',
    String(peak),
    '-bufsize',
    String(2 * peak),
    '-pix_fmt',
    'yuv420p',
    '-force_key_frames',
    'expr:gte(t,n_forced*2)',
    '-g',
    '600',
    '-sc_threshold',
    '0',
  ];
}
const audio = ['-c:a', 'aac', '-b:a', '128k', '-ar', '48000', '-ac', '2'];
const hls = (name: string) => [
  '-f',
  'hls',
  '-hls_time',
  '4',
  '-hls_list_size',
  '0',
  '-hls_segment_type',
  'fmp4',
  '-hls_fmp4_init_filename',
  `${name}-init.mp4`,
  '-hls_segment_filename',
  `${name}-%d.m4s`,
  `${name}.m3u8`,
];

/**
 * Runs ffmpeg alone for the same renditions as media-service, in one run. ffmpeg has the same low priority in both, so
 * that they wait equally long for the processors of a busy machine.
 *
 * @returns seconds of wall-clock time, and of CPU
 */
async function plain(ffmpeg: string, dir: string, sizes: readonly Size[]) {
  const labels = sizes.map((_, at) => `[s${at}]`).join('');
  const scaled = sizes.map(
    ({ width, height }, at) => `[s${at}]scale=${width}:${height}:flags=bicubic[v${at}]`,
  );
  const graph = [`[0:v]split=${sizes.length}${labels}`, ...scaled].join(';');
  const outputs = sizes.flatMap((size, at) => ['-map', `[v${at}]`, ...video(size), ...hls(`plain-${at}`)]);
  const args = ['-i', UNPLAYABLE.name, '-filter_complex', graph, ...outputs];
  const begin = performance.now();
  const before = cpuSeconds([process.pid]);
  await run(
    'nice',
    ['-n', '10', ffmpeg, ...ffmpegOptions, ...args, '-map', '0:a', ...audio, ...hls('sound')],
    {
      cwd: dir,
    },
  );
  return { seconds: (performance.now() - begin) / 1000, cpuSeconds: cpuSeconds([process.pid]) - before };
}

/** Encodes the size that is made first, and the audio. */
export const encodeFirstPlainly = (ffmpeg: string, dir: string) => plain(ffmpeg, dir, [FIRST]);

/** Encodes every size and the audio. */
export const encodeLadderPlainly = (ffmpeg: string, dir: string) => plain(ffmpeg, dir, LADDER);
