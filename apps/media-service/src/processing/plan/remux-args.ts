import { untrustedInput } from '../ffmpeg/untrusted-input.js';
import type { SourceFacts } from '../probe/source-facts.js';
import { hlsOutput } from './hls-output.js';

/** Copies picture and sound into segments as they are. */
export function remuxArgs(file: string, { video, audio }: SourceFacts): string[] {
  return [
    ...untrustedInput(file),
    ...['-map', `0:${video.index}`],
    // Sound in MPEG-TS has a header in every packet, where MP4 has one for all; without it the filter does nothing.
    ...(audio === null ? [] : ['-map', `0:${audio.index}`, '-bsf:a', 'aac_adtstoasc']),
    ...['-c', 'copy'],
    ...hlsOutput(),
  ];
}
