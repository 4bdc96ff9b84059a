import { FILM } from '../films/parts.js';
import { runFfmpeg } from '../video/ffmpeg.js';

/**
 * Returns the mean SSIM of luma of two files. Compares pictures of the same time, because only marked files repeat
 * pictures where the film has a gap. Spaces pictures evenly first: times of containers differ by rounding.
 */
export async function meanSsim(one: string, other: string): Promise<number> {
  const even = `setpts=PTS-STARTPTS,fps=${FILM.fps}`;
  const graph = `[0:v]${even}[a];[1:v]${even}[b];[a][b]ssim`;
  const messages = await runFfmpeg(
    ['-i', one, '-i', other, '-filter_complex', graph, '-f', 'null', '-'],
    'info',
  );
  const value = /SSIM Y:([\d.]+)/.exec(messages)?.[1];
  if (value === undefined) throw new Error('ffmpeg printed no SSIM');
  return Number(value);
}
