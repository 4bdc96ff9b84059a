import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** ffmpeg's test picture and a tone as inputs 0 and 1. */
export const picture = (size = '320x180', rate = 25) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=size=${size}:rate=${rate}`,
];
export const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=44100'];
export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '50'];

/** Makes files with ffmpeg in a folder of its own. */
export class VideoMaker {
  private constructor(
    readonly dir: string,
    private readonly programs: { ffmpeg: string; ffprobe: string },
  ) {}

  static async start(programs: { ffmpeg: string; ffprobe: string }): Promise<VideoMaker> {
    return new VideoMaker(await mkdtemp(join(tmpdir(), 'media-videos-')), programs);
  }

  stop(): Promise<void> {
    return rm(this.dir, { recursive: true, force: true });
  }

  path(name: string): string {
    return join(this.dir, name);
  }

  async make(name: string, args: string[]): Promise<Buffer> {
    await this.ffmpeg(['-y', ...args, this.path(name)]);
    return readFile(this.path(name));
  }

  async ffmpeg(args: string[]): Promise<string> {
    const { stdout } = await run(this.programs.ffmpeg, ['-nostdin', '-v', 'error', ...args], {
      maxBuffer: 64e6,
      cwd: this.dir,
    });
    return stdout;
  }

  /** ffprobe's JSON of a file's streams and container, with frames counted by decoding. */
  async probe(path: string) {
    const { stdout } = await run(this.programs.ffprobe, [
      ...['-v', 'error', '-count_frames', '-show_streams', '-show_format', '-of', 'json', path],
    ]);
    return JSON.parse(stdout) as { streams: Record<string, string | number>[]; format: { duration: string } };
  }

  /** When each picture is shown, in seconds from the first. */
  async probeTimes(path: string): Promise<number[]> {
    const wanted = ['-select_streams', 'v:0', '-show_entries', 'frame=pts_time', '-of', 'csv=p=0'];
    const { stdout } = await run(this.programs.ffprobe, ['-v', 'error', ...wanted, path]);
    const times = stdout.split('\n').map(Number.parseFloat).filter(Number.isFinite);
    return times.map((time) => time - (times[0] ?? 0));
  }

  /** A hash of every decoded picture with its time. */
  pictureHash(path: string): Promise<string> {
    return this.ffmpeg(['-i', path, '-map', '0:v:0', '-fps_mode', 'passthrough', '-f', 'hash', '-']);
  }
}
