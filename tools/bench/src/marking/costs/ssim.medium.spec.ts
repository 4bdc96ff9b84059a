import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFfmpeg } from '../video/ffmpeg.js';
import { meanSsim } from './ssim.js';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ssim-'));
});
afterAll(() => rm(dir, { recursive: true }));

/** Makes a moving picture. */
async function make(name: string, filters: string): Promise<string> {
  const file = join(dir, `${name}.mp4`);
  const input = ['-f', 'lavfi', '-i', 'mandelbrot=size=320x180:rate=24:start_scale=0.5', '-t', '2'];
  const encoder = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '18', '-pix_fmt', 'yuv420p'];
  await runFfmpeg([...input, '-vf', filters, '-fps_mode', 'vfr', ...encoder, file]);
  return file;
}

it('compares pictures of the same time after a gap', async () => {
  const gap = "select='not(between(n,12,15))'";
  const [even, gapped, later] = [
    await make('even', `${gap},fps=24`),
    await make('gapped', gap),
    await make('later', `setpts=PTS+6/24/TB,fps=24:start_time=0`),
  ];
  expect(await meanSsim(even, gapped)).toBeGreaterThan(0.99);
  expect(await meanSsim(even, later)).toBeLessThan(0.95);
});
