import type { VideoMaker } from './make-video.js';

/** Seconds of the film and of its part in the middle that is black, and its frames per second. */
export const filmToMark = { seconds: 8, black: { from: 3, to: 5 }, rate: 16 } as const;

const size = `s=640x360:r=${filmToMark.rate}`;
const shot = (more: string) => `mandelbrot=${size}:maxiter=100:end_pts=130:${more}`;

/** Makes a film with moving detail, whose marks can be read, except in a black part. */
export function makeFilmToMark(videos: VideoMaker): Promise<Buffer> {
  const { seconds, black } = filmToMark;
  const shots = [
    [shot('start_scale=0.3:end_scale=0.05'), black.from],
    [`color=black:${size}`, black.to - black.from],
    [shot('start_x=-1.25:start_y=0.05:start_scale=0.2:end_scale=0.05'), seconds - black.to],
  ] as const;
  const grain = 'noise=c0s=4:c0f=t:all_seed=7,eq=contrast=0.7';
  return videos.make('film-to-mark.mp4', [
    ...shots.flatMap(([source, length]) => ['-f', 'lavfi', '-t', `${length}`, '-i', source]),
    '-filter_complex',
    `[0:v]${grain},setsar=1[a];[1:v]setsar=1[b];[2:v]${grain},setsar=1[c];[a][b][c]concat=n=3,format=yuv420p[v]`,
    ...['-map', '[v]', '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '10'],
  ]);
}
