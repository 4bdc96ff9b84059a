import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findFfmpeg } from '@secure-preview/testing';

const built = join(import.meta.dirname, '../../../../../apps/media-service/dist');

interface Rung {
  readonly width: number;
  readonly height: number;
  readonly rungHeight: number;
}

/** Files of a rendition: the initialisation segment, then the segments. */
export interface Rendition {
  readonly rungHeight: number | null;
  readonly output: {
    readonly files: readonly {
      readonly path: string;
      readonly bytes: number;
      readonly durationSeconds: number | null;
    }[];
  };
  readonly twins?: readonly ({ readonly path: string; readonly bytes: number } | null)[];
}

export interface Marking {
  readonly key: Uint8Array;
  readonly segmentSeconds: number;
}

interface Source {
  readonly durationSeconds: number | null;
  readonly video: object;
}

/** The part of media-service that the benchmark uses. */
interface MediaCode {
  MediaPrograms: new (ffmpeg: string, ffprobe: string) => object;
  probe(programs: object, file: string, options: object): Promise<Source>;
  scanPackets(programs: object, file: string, source: Source, options: object): Promise<object>;
  planEnd(source: Source, packets: object): object | null;
  displaySize(video: object): object;
  planRungs(size: object): readonly Rung[];
  encodeRungs(
    job: object,
    rungs: readonly Rung[],
    withAudio: boolean,
    priority: string,
  ): Promise<Rendition[]>;
  makePatterns(job: object, marking: Marking, priority: string, onProgress: () => void): Promise<object>;
}

const modules = [
  'processing/ffmpeg/media-programs.js',
  'processing/probe/probe.js',
  'processing/plan/trailer-end.js',
  'processing/probe/source-facts.js',
  'ladder/rungs.js',
  'processing/transcode.js',
  'processing/marking/make-patterns.js',
];

let loaded: Promise<MediaCode> | undefined;

async function load(): Promise<MediaCode> {
  const paths = modules.map((module) => join(built, module));
  if (!paths.every((path) => existsSync(path))) throw new Error('media-service is not built (npm run build)');
  const all = await Promise.all(paths.map((path) => import(pathToFileURL(path).href)));
  return Object.assign({}, ...all) as MediaCode;
}

/** What to make of a film. */
export interface EncodeOptions {
  /** Null for an unmarked trailer. */
  readonly marking: Marking | null;
  /** Seconds of an unmarked segment. */
  readonly segmentSeconds?: number;
  /** Heights to make; all of the ladder if absent. */
  readonly heights?: readonly number[];
}

/** Prepares the encoding of a file by media-service's own code, into a folder. */
async function prepare(file: string, dir: string, { marking, segmentSeconds = 4 }: EncodeOptions) {
  loaded ??= load();
  const code = await loaded;
  const { ffmpeg, ffprobe } = await findFfmpeg();
  const programs = new code.MediaPrograms(ffmpeg, ffprobe);
  const { signal } = new AbortController();
  const source = await code.probe(programs, file, { dir, signal });
  const end = code.planEnd(source, await code.scanPackets(programs, file, source, { dir, signal }));
  const onProgress = () => undefined;
  const job = { programs, file, dir, source, end, signal, segmentSeconds, marking, onProgress };
  return { code, job, rungs: code.planRungs(code.displaySize(source.video)) };
}

/** Encodes a file as media-service does: the same filters, arguments, patterns and padding. */
export async function encodeAsProduct(
  file: string,
  dir: string,
  options: EncodeOptions,
): Promise<Rendition[]> {
  const { code, job, rungs } = await prepare(file, dir, options);
  const { heights } = options;
  const wanted = rungs.filter(({ rungHeight }) => heights === undefined || heights.includes(rungHeight));
  return code.encodeRungs(job, wanted, false, 'normal');
}

/** Makes only the patterns of a file. */
export async function makePatternsAsProduct(file: string, dir: string, marking: Marking): Promise<void> {
  const { code, job } = await prepare(file, dir, { marking });
  await code.makePatterns(job, marking, 'normal', () => undefined);
}
