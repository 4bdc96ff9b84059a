import { open, stat } from 'node:fs/promises';
import { leakLimits } from '@secure-preview/contracts';
import { UsageError } from '@secure-preview/operations';
import { command, environmentOrExit, exitCode, withErrorPrefix } from '@secure-preview/service-kit';
import type { DataSource } from 'typeorm';
import { mediaEnvironment } from '../environment.js';
import { LeakCaseRepository } from '../identification/cases/leak-case.repository.js';
import type { ReadClip } from '../identification/clip/clip-attempt.js';
import { ClipReaderService } from '../identification/clip/clip-reader.service.js';
import type { ClipWork } from '../identification/clip/clip-work.js';
import { VersionReaderService } from '../identification/clip/version-reader.service.js';
import { withDeadline } from '../identification/clip/with-deadline.js';
import { EvidenceRepository } from '../identification/index/evidence.repository.js';
import { EvidenceFilesService } from '../identification/index/evidence-files.service.js';
import { MarkIndexRepository } from '../identification/index/mark-index.repository.js';
import { MediaPrograms } from '../processing/ffmpeg/media-programs.js';
import { StorageUnavailableError } from '../processing/storage-unavailable.js';
import { withWorkFolder } from '../processing/work-folder.js';
import { SecretBox } from '../secrets/secret-box.js';
import { looksLikeVideo, SNIFFED_BYTES } from '../trailers/video-type.js';
import { objectStore, withDatabase } from './with-media.js';

const environment = mediaEnvironment.pick({
  MEDIA_SECRET: true,
  MEDIA_SECRET_PREVIOUS: true,
  FFMPEG_PATH: true,
  FFPROBE_PATH: true,
});

const STEPS = {
  probe: 'Reading the file …',
  match: 'Comparing its pictures with those of the marked versions …',
  read: 'Reading the marks …',
} as const;
/** Percent between two lines of progress. */
const PERCENT_STEP = 20;

/** Prints steps and progress as lines on standard error, so that standard output has only the result. */
function progressLines(): Pick<ClipWork, 'onStep' | 'onLength' | 'onProgress'> {
  let printed = 0;
  const print = (line: string) => process.stderr.write(`${line}\n`);
  return {
    onStep: async (step) => {
      printed = 0;
      print(STEPS[step]);
    },
    onLength: async () => undefined,
    onProgress: (share) => {
      const percent = Math.floor((100 * share) / PERCENT_STEP) * PERCENT_STEP;
      if (percent <= printed || percent > 100) return;
      printed = percent;
      print(`  ${percent} %`);
    },
  };
}

/** @throws Error for a file that cannot be a clip */
async function requireVideo(file: string): Promise<void> {
  const { size } = await stat(file);
  const { maxBytes } = leakLimits.clip;
  if (size > maxBytes) throw new Error(`the file is larger than ${maxBytes / 2 ** 20} MB.`);
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0);
    if (!(await looksLikeVideo(buffer.subarray(0, bytesRead)))) throw new Error('the file is not a video.');
  } finally {
    await handle.close();
  }
}

async function readClip(dataSource: DataSource, file: string): Promise<ReadClip> {
  const { MEDIA_SECRET, MEDIA_SECRET_PREVIOUS, FFMPEG_PATH, FFPROBE_PATH } = environmentOrExit(environment);
  const programs = new MediaPrograms(FFMPEG_PATH, FFPROBE_PATH);
  const state = await programs.describe();
  if (state !== 'ok') throw new Error(`${state}.`);
  const evidence = new EvidenceFilesService(
    new EvidenceRepository(dataSource),
    objectStore(),
    new SecretBox(MEDIA_SECRET, MEDIA_SECRET_PREVIOUS),
  );
  const indexes = new MarkIndexRepository(dataSource);
  const versions = new VersionReaderService(programs, indexes, evidence);
  const reader = new ClipReaderService(programs, indexes, versions);
  const running = new AbortController();
  // The work folder, with both variants of versions, is then removed.
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => running.abort(new Error(`stopped by ${name}.`)));
  return withWorkFolder((dir) =>
    withDeadline(running.signal, (signal) => reader.read(file, { dir, signal, ...progressLines() })),
  );
}

export const identifyCopy = command({
  summary: 'Find out whose copy a video file shows, by mark ids',
  usage: `Usage: portal identify-copy <file>

Used by \`portal identify\`. Prints JSON. Stores nothing.`,
  options: {},
  takesArguments: true,
  run: async (_options, [file, ...more]) => {
    if (file === undefined || more.length > 0) throw new UsageError('Specify one video file.');
    return withErrorPrefix('The file could not be compared', async () => {
      await requireVideo(file);
      return withDatabase(async (dataSource) => {
        const { reading, seconds } = await readClip(dataSource, file).catch((error: unknown) => {
          throw error instanceof StorageUnavailableError
            ? new Error('object storage is unavailable or returned an error.')
            : error;
        });
        const result = await new LeakCaseRepository(dataSource).resultOf(reading);
        process.stdout.write(`${JSON.stringify({ seconds, result })}\n`);
        return exitCode.done;
      });
    });
  },
});
