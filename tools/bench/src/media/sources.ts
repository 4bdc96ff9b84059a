import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=1920x1080:rate=24'];
const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'];
const ffmpegOptions = ['-nostdin', '-y', '-v', 'error'];

/** 90 s of 1080p as browsers play it. */
export const PLAYABLE = { name: 'playable.mp4', seconds: 90 } as const;
/** 1080p as no browser plays it. */
export const FOREIGN = { name: 'foreign.avi', seconds: 30 } as const;

/** A folder with both files; the caller removes it. */
export async function makeSources(
  ffmpeg: string,
  tmp: string,
): Promise<{ dir: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(join(tmp, 'media-bench-'));
  const make = (name: string, seconds: number, codecs: string[]) =>
    run(ffmpeg, [...ffmpegOptions, ...picture, ...sound, '-t', String(seconds), ...codecs, join(dir, name)]);
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-b:v', '8M', '-g', '48'];
  await make(PLAYABLE.name, PLAYABLE.seconds, [...h264, '-c:a', 'aac']);
  await make(FOREIGN.name, FOREIGN.seconds, ['-c:v', 'mpeg4', '-b:v', '8M', '-c:a', 'libmp3lame']);
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

/**
 * Seconds that ffmpeg alone takes for the same rendition as media-service makes. At the same low priority, so that
 * on a busy machine both wait alike for the processors.
 */
export async function plainEncode(ffmpeg: string, dir: string): Promise<number> {
  const video = [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '21',
    '-profile:v',
    'high',
    '-level',
    '4.2',
  ];
  const rate = ['-maxrate', '8M', '-bufsize', '16M', '-pix_fmt', 'yuv420p'];
  const groups = ['-force_key_frames', 'expr:gte(t,n_forced*2)', '-g', '600', '-sc_threshold', '0'];
  const audio = ['-c:a', 'aac', '-b:a', '128k', '-ar', '48000', '-ac', '2'];
  const hls = ['-f', 'hls', '-hls_time', '4', '-hls_list_size', '0', '-hls_segment_type', 'fmp4'];
  const begin = performance.now();
  const output = [...video, ...rate, ...groups, ...audio, ...hls, 'plain.m3u8'];
  await run('nice', ['-n', '10', ffmpeg, ...ffmpegOptions, '-i', FOREIGN.name, ...output], { cwd: dir });
  return (performance.now() - begin) / 1000;
}
