import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Cache of created videos in the checkout, which can be deleted at any time. */
const CACHE = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..', '.cache', 'test-videos');

/** Arguments for ffmpeg's test picture, whose colours change with time, and for a tone. */
export const picture = (size = '320x180', rate = 25) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=size=${size}:rate=${rate},hue=H=t`,
];
export const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=44100'];
export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '50'];

/** Creates files with ffmpeg in a temporary folder. */
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

  /** Creates a file. Caches files that depend only on their arguments. */
  async make(name: string, args: string[]): Promise<Buffer> {
    if (args.some((arg) => arg.includes(this.dir))) await this.ffmpeg(['-y', ...args, this.path(name)]);
    else await copyFile(await this.cachedVideo(name, args), this.path(name));
    return readFile(this.path(name));
  }

  /** Returns the path of a cached video. Concurrent workers may each create it. */
  private async cachedVideo(name: string, args: string[]): Promise<string> {
    const recipe = JSON.stringify([this.programs.ffmpeg, name, args]);
    const path = join(CACHE, `${createHash('sha256').update(recipe).digest('hex').slice(0, 32)}-${name}`);
    if (existsSync(path)) return path;
    await mkdir(CACHE, { recursive: true });
    const draft = join(CACHE, `${randomUUID()}-${name}`);
    await this.ffmpeg(['-y', ...args, draft]);
    await rename(draft, path);
    return path;
  }

  async write(name: string, bytes: Buffer): Promise<string> {
    await writeFile(this.path(name), bytes);
    return this.path(name);
  }

  /**
   * Decodes each file completely, and returns whether each begins with a key frame. Rejects with ffmpeg's
   * error output.
   */
  async decode(...paths: string[]): Promise<boolean[]> {
    const inputs = paths.flatMap((path) => ['-i', path]);
    const maps = paths.flatMap((_path, input) => ['-map', `${input}:v`]);
    const packets = [...maps, '-c', 'copy', '-copyinkf', '-f', 'framecrc', '-'];
    const args = ['-nostdin', '-v', 'error', '-copyts', ...inputs, ...packets, ...maps, '-f', 'null', '-'];
    const { stdout, stderr } = await run(this.programs.ffmpeg, args, { maxBuffer: 64e6 });
    if (stderr !== '') throw new Error(stderr);
    // Each packet has a line with its stream, times, size and checksum, and its flags unless it is a key frame.
    const lines = stdout.split('\n');
    return paths.map((_path, stream) => {
      const first = lines.find((line) => line.startsWith(`${stream},`));
      return first !== undefined && !first.includes(' F=');
    });
  }

  async ffmpeg(args: string[]): Promise<string> {
    const { stdout } = await run(this.programs.ffmpeg, ['-nostdin', '-v', 'error', ...args], {
      maxBuffer: 64e6,
      cwd: this.dir,
    });
    return stdout;
  }

  /** Returns ffprobe's JSON of a file's streams and container, with frames counted by decoding. */
  async probe(path: string) {
    const { stdout } = await run(this.programs.ffprobe, [
      '-v',
      'error',
      '-count_frames',
      '-show_streams',
      '-show_format',
      '-of',
      'json',
      path,
    ]);
    return JSON.parse(stdout) as { streams: Record<string, string | number>[]; format: { duration: string } };
  }

  /** Returns the time of each frame in seconds from the first, and whether it is a key frame. */
  async frames(path: string): Promise<{ time: number; key: boolean }[]> {
    const entries = ['-select_streams', 'v:0', '-show_entries', 'frame=key_frame,pts_time', '-of', 'csv=p=0'];
    const { stdout } = await run(this.programs.ffprobe, ['-v', 'error', ...entries, path]);
    const frames = stdout
      .split('\n')
      .map((line) => line.split(','))
      .map(([key, time = '']) => ({ time: Number.parseFloat(time), key: key === '1' }))
      .filter(({ time }) => Number.isFinite(time));
    return frames.map(({ time, key }) => ({ time: time - (frames[0]?.time ?? 0), key }));
  }

  /** Returns the cells of one file, as `shown` does. */
  async cells(path: string, before: string[] = []): Promise<Buffer[]> {
    const [cells = []] = await this.shown({ file: path, before });
    return cells;
  }

  /**
   * Returns the means of 8×8 cells of each file every half second, as red, green and blue.
   *
   * @param before ffmpeg's filters for a file
   */
  async shown(...files: { file: string; before?: string[] }[]): Promise<Buffer[][]> {
    const raw = files.map((_file, input) => this.path(`cells-${input}.rgb`));
    const outputs = files.flatMap(({ before = [] }, input) => {
      const filters = [...before, 'fps=2', 'scale=8:8:flags=area', 'format=rgb24'].join(',');
      return ['-map', `${input}:v:0`, '-vf', filters, '-f', 'rawvideo', raw[input] ?? ''];
    });
    await this.ffmpeg(['-y', ...files.flatMap(({ file }) => ['-i', file]), ...outputs]);
    const bytes = 8 * 8 * 3;
    const frames = raw.map(async (path) => {
      const content = await readFile(path);
      return Array.from({ length: content.length / bytes }, (_, at) =>
        content.subarray(at * bytes, (at + 1) * bytes),
      );
    });
    return Promise.all(frames);
  }

  /** Returns the mean volume in dB, below 0. */
  async volume(path: string): Promise<number> {
    const report = await this.report(path, ['-af', 'volumedetect']);
    return Number(/mean_volume: ([-\d.]+) dB/.exec(report)?.[1]);
  }

  /** Returns the time at which a black video first becomes bright, in seconds. */
  async flash(path: string): Promise<number> {
    const report = await this.report(path, ['-vf', 'blackdetect=d=0.2']);
    return Number(/black_end:([\d.]+)/.exec(report)?.[1]);
  }

  /** Returns the time at which silence first ends, in seconds. */
  async beep(path: string): Promise<number> {
    const report = await this.report(path, ['-af', 'silencedetect=n=-40dB:d=0.2']);
    return Number(/silence_end: ([\d.]+)/.exec(report)?.[1]);
  }

  /** Returns the output of ffmpeg's filters for a file. */
  private async report(path: string, filters: string[]): Promise<string> {
    const args = ['-nostdin', '-hide_banner', '-i', path, ...filters, '-f', 'null', '-'];
    const { stderr } = await run(this.programs.ffmpeg, args, { maxBuffer: 64e6 });
    return stderr;
  }

  /** Returns a hash of every decoded frame and its time. */
  frameHash(path: string): Promise<string> {
    return this.ffmpeg(['-i', path, '-map', '0:v:0', '-fps_mode', 'passthrough', '-f', 'hash', '-']);
  }
}
