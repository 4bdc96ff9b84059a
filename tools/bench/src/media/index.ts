import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg } from '@secure-preview/testing';
import { median, report } from '../report.js';
import { MediaService } from './media-service.js';
import { FOREIGN, makeSources, PLAYABLE, plainEncode } from './sources.js';

const ROUNDS = 5;
/** Seconds from acceptance to playable for a source that is copied. */
const MAX_COPY_SECONDS = 5;
/** Times that a plain ffmpeg takes for the same rendition. */
const MAX_ENCODE_RATIO = 1.15;

/** From the acceptance of an upload until it can be played. */
export async function run(): Promise<void> {
  const programs = await findFfmpeg();
  const sources = await makeSources(programs.ffmpeg, tmpdir());
  const service = await MediaService.start(programs);
  const copied: number[] = [];
  const encoded: number[] = [];
  const plain: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      copied.push(await service.acceptedToPlayable(join(sources.dir, PLAYABLE.name)));
      // In turn, so that what else the machine does strikes both alike.
      plain.push(await plainEncode(programs.ffmpeg, sources.dir));
      encoded.push(await service.acceptedToPlayable(join(sources.dir, FOREIGN.name)));
    }
  } finally {
    await service.stop();
    await sources.remove();
  }
  const ratio = median(encoded.map((seconds, index) => seconds / (plain[index] ?? Number.NaN)));
  await report('media', [
    {
      name: `accepted to playable, ${PLAYABLE.seconds} s of 1080p H.264/AAC`,
      value: median(copied),
      unit: 's',
      goal: `≤ ${MAX_COPY_SECONDS} s`,
      met: median(copied) <= MAX_COPY_SECONDS,
    },
    {
      name: `accepted to playable, ${FOREIGN.seconds} s of 1080p MPEG-4/MP3, against plain ffmpeg`,
      value: median(encoded),
      unit: 's',
      baseline: median(plain),
      ratio,
      goal: `≤ ${MAX_ENCODE_RATIO} ×`,
      met: ratio <= MAX_ENCODE_RATIO,
    },
  ]);
}
