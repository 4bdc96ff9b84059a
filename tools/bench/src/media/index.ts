import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg } from '@secure-preview/testing';
import { median, report, withGoal } from '../report.js';
import { MediaService } from './media-service.js';
import { encodeFirstPlainly, encodeLadderPlainly, makeSources, PLAYABLE, UNPLAYABLE } from './sources.js';

const ROUNDS = 3;
/** Limit in seconds from acceptance to playable, for a source that is only copied. */
const MAX_COPY_SECONDS = 2;
/** Limit for the first size, as a multiple of a plain ffmpeg run. */
const MAX_FIRST_RATIO = 1.15;
/** Limit for the CPU time of all sizes, as a multiple of one plain ffmpeg run. */
const MAX_LADDER_RATIO = 1.4;

const ratios = (measured: readonly number[], plain: readonly number[]): number =>
  median(measured.map((value, index) => value / (plain[index] ?? Number.NaN)));

/**
 * Measures the time from the acceptance of an upload until it is playable, and until every size is finished.
 */
export async function run(): Promise<void> {
  const programs = await findFfmpeg();
  const sources = await makeSources(programs.ffmpeg, tmpdir());
  const service = await MediaService.start(programs);
  const copySeconds: number[] = [];
  const firstSeconds: number[] = [];
  const plainFirst: number[] = [];
  const ladderCpu: number[] = [];
  const plainLadderCpu: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const copy = await service.acceptedToPlayable(join(sources.dir, PLAYABLE.name));
      copySeconds.push(copy.seconds);
      await service.cancel(copy.id);
      // Interleaved, so background load affects both sides.
      plainFirst.push((await encodeFirstPlainly(programs.ffmpeg, sources.dir)).seconds);
      const cpuBefore = service.cpuSeconds();
      const encoded = await service.acceptedToPlayable(join(sources.dir, UNPLAYABLE.name));
      firstSeconds.push(encoded.seconds);
      await service.finished(encoded.id);
      ladderCpu.push(service.cpuSeconds() - cpuBefore);
      plainLadderCpu.push((await encodeLadderPlainly(programs.ffmpeg, sources.dir)).cpuSeconds);
    }
  } finally {
    await service.stop();
    await sources.remove();
  }
  const unplayableLabel = `${UNPLAYABLE.seconds} s of 1080p MPEG-4/MP3`;
  await report('media', [
    withGoal(
      {
        name: `accepted to playable, ${PLAYABLE.seconds} s of 1080p H.264/AAC`,
        value: median(copySeconds),
        unit: 's',
      },
      '≤',
      MAX_COPY_SECONDS,
    ),
    withGoal(
      {
        name: `accepted to playable in 480p, ${unplayableLabel}, against plain ffmpeg`,
        value: median(firstSeconds),
        unit: 's',
        baseline: median(plainFirst),
        ratio: ratios(firstSeconds, plainFirst),
      },
      '≤',
      MAX_FIRST_RATIO,
      'ratio',
    ),
    withGoal(
      {
        name: `CPU of all sizes, ${unplayableLabel}, against one plain ffmpeg`,
        value: median(ladderCpu),
        unit: 's',
        baseline: median(plainLadderCpu),
        ratio: ratios(ladderCpu, plainLadderCpu),
      },
      '≤',
      MAX_LADDER_RATIO,
      'ratio',
    ),
  ]);
}
