import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { findFfmpeg } from '@secure-preview/testing';
import { planRungs } from '../../ladder/rungs.js';
import { VideoMaker } from '../../testing/make-video.js';
import { correlatePatterns, joinVariants, readPatterns } from '../../testing/marked-frames.js';
import { MediaPrograms } from '../ffmpeg/media-programs.js';
import {
  evenRate,
  markedGraph,
  markedOutput,
  markedTimeBase,
  patternInput,
  VARIANTS,
  type Variant,
} from '../plan/marked-graph.js';
import { planEnd } from '../plan/trailer-end.js';
import { probe, scanPackets } from '../probe/probe.js';
import { displaySize } from '../probe/source-facts.js';
import { encodeRungs, type Transcode } from '../transcode.js';
import { makePatterns } from './make-patterns.js';

const SEGMENT_SECONDS = 0.5;
const key = Buffer.alloc(32, 5);
const { signal } = new AbortController();
let videos: VideoMaker;
let programs: MediaPrograms;

beforeAll(async () => {
  const paths = await findFfmpeg();
  videos = await VideoMaker.start(paths);
  programs = new MediaPrograms(paths.ffmpeg, paths.ffprobe);
});
afterAll(() => videos?.stop());

/** A moving picture that is busy enough everywhere to carry a pattern. */
const busy = (rate: string, size = '320x180') => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=size=${size}:rate=${rate},eq=brightness=0.2:contrast=0.5,noise=c0s=12:all_seed=3`,
];
const quick = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '12', '-pix_fmt', 'yuv420p', '-g', '60'];

/** Encodes a file in both variants. */
async function encode(file: string) {
  const dir = await mkdtemp(join(videos.dir, 'work-'));
  const source = await probe(programs, file, { dir, signal });
  const end = planEnd(source, await scanPackets(programs, file, source, { dir, signal }));
  const marking = { key, segmentSeconds: SEGMENT_SECONDS };
  const shares: number[] = [];
  const onProgress = (share: number) => shares.push(share);
  const job: Transcode = { programs, file, dir, source, end, signal, segmentSeconds: 4, marking, onProgress };
  const rungs = planRungs(displaySize(source.video));
  const renditions = await encodeRungs(job, rungs, true, 'normal');
  const { path, grid } = await makePatterns(job, marking, 'normal', () => undefined);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  return { renditions, rungs, patterns: { path, grid } };
}

/** Expects every frame of every rung to carry the pattern of its segment and no other. */
async function expectMarked({ renditions, rungs, patterns }: Awaited<ReturnType<typeof encode>>) {
  const counts: number[] = [];
  for (const [at, rung] of rungs.entries()) {
    const rendition = renditions[at];
    if (rendition === undefined) throw new Error('a rung is missing');
    const joined = await joinVariants(videos, rendition, key);
    const frames = await videos.frames(joined.added);
    expect(await videos.frames(joined.subtracted)).toEqual(frames);
    counts.push(frames.length);
    const scaled = await readPatterns(patterns.path, patterns.grid, rung);
    const groups = frames.map(({ time }) => Math.floor(time / SEGMENT_SECONDS + 1e-4));
    const near = (frame: number) => (segment: number) => Math.abs(segment - (groups[frame] ?? 0)) < 5;
    const found = await correlatePatterns(videos, joined, scaled, rung, near);
    const seen = found.map((of, frame) => {
      const best = of.indexOf(Math.max(...of));
      const others = of.filter((_, segment) => segment !== best).map(Math.abs);
      const time = frames[frame]?.time;
      return (of[best] as number) > 2 * Math.max(...others) ? best : { time, of };
    });
    expect(seen).toEqual(groups);
    const keys = frames.map((frame) => frame.key);
    expect(keys).toEqual(groups.map((group, frame) => group !== groups[frame - 1]));
  }
  return counts;
}

it.each(['24000/1001', '24', '25', '30000/1001', '30', '50', '60'])(
  'switches patterns exactly at the key frames at %s frames per second',
  async (rate) => {
    const name = `rate-${rate.replace('/', '-')}.mp4`;
    await videos.make(name, [...busy(rate), '-t', '1.7', ...quick]);
    const [frames] = await expectMarked(await encode(videos.path(name)));
    expect(frames).toBe((await videos.frames(videos.path(name))).length);
  },
);

it('gives the encoder the pattern of the segment to which it will assign a frame', async () => {
  // The frame before 16.5 s begins 0.2 ms earlier, but at 16.500 s in Matroska, which rounds to milliseconds. Once
  // encoded, a single frame with another pattern could not be seen.
  const file = videos.path('rounded.mkv');
  await videos.make('rounded.mkv', [...busy('60000/1001', '128x72'), '-t', '17', ...quick]);
  const dir = await mkdtemp(join(videos.dir, 'work-'));
  const source = await probe(programs, file, { dir, signal });
  const rungs = planRungs(displaySize(source.video));
  const marking = { key, segmentSeconds: SEGMENT_SECONDS };
  const job = { programs, file, dir, source, end: null, signal };
  const patterns = await makePatterns(job, marking, 'normal', () => undefined);
  const timing = ['-fps_mode', 'vfr', ...markedTimeBase(evenRate(source.video, null))];
  const output = (variant: Variant) => {
    const lossless = ['-c:v', 'ffv1', videos.path(`${variant}.nut`)];
    return ['-map', markedOutput(0, variant), ...timing, ...lossless];
  };
  const graph = markedGraph(source, rungs, await programs.features(dir, signal), null);
  const inputs = ['-y', '-i', file, ...patternInput(patterns)];
  await videos.ffmpeg([...inputs, '-filter_complex', graph, ...VARIANTS.flatMap(output)]);

  const joined = { added: videos.path('added.nut'), subtracted: videos.path('subtracted.nut') };
  const frames = await videos.frames(joined.added);
  expect(frames).toHaveLength(1019);
  const groups = frames.map(({ time }) => Math.floor(time / SEGMENT_SECONDS + 1e-4));
  const near = (frame: number) => (segment: number) => Math.abs(segment - (groups[frame] ?? 0)) < 3;
  const scaled = await readPatterns(patterns.path, patterns.grid, rungs[0]);
  const found = await correlatePatterns(videos, joined, scaled, rungs[0], near);
  expect(found.map((of) => of.indexOf(Math.max(...of)))).toEqual(groups);
});

it('keeps uneven frame times', async () => {
  const uneven = ['-vf', "select='not(between(mod(n,7),2,3))*not(between(t,0.7,1.9))',settb=1/1000"];
  const args = [...busy('25'), '-t', '3', ...uneven, '-fps_mode', 'vfr', ...quick];
  await videos.make('uneven.mkv', args);
  await expectMarked(await encode(videos.path('uneven.mkv')));
});

it.each([
  ['portrait', '180x320', []],
  ['wide', '480x200', []],
  ['rotated', '320x180', ['-metadata:s:v:0', 'rotate=90']],
  ['interlaced', '320x180', ['-flags', '+ilme+ildct', '-top', '1']],
  ['in two sizes', '480x270', []],
])('marks videos that are %s', async (what, size, more) => {
  const name = `${what.replaceAll(' ', '-')}.mp4`;
  await videos.make(name, [...busy('25', size), '-t', '1.2', ...quick, ...more]);
  await expectMarked(await encode(videos.path(name)));
});

it('marks a held last frame', async () => {
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=3.5'];
  const args = [
    ...busy('25'),
    ...sound,
    '-filter_complex',
    '[0:v]trim=end=1.6[v]',
    '-map',
    '[v]',
    '-map',
    '1:a',
  ];
  await videos.make('held.mkv', [...args, ...quick, '-c:a', 'aac']);
  const { renditions, ...encoded } = await encode(videos.path('held.mkv'));
  await expectMarked({ renditions, ...encoded });
  expect(renditions.at(-1)?.twins).toBeUndefined();
  expect(renditions[0]?.output.durationSeconds).toBeCloseTo(3.5, 0);
});
