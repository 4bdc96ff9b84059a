import { notice, type TrailerNotice } from '@secure-preview/contracts';
import type { FfmpegFeatures } from '../ffmpeg/media-programs.js';
import { isHdr, type SourceFacts } from '../probe/source-facts.js';

/** Returns a notice for the administrator when the colours will be wrong; null otherwise. */
export function colourWarning(
  { video }: Pick<SourceFacts, 'video'>,
  features: FfmpegFeatures,
): TrailerNotice | null {
  return isHdr(video) && !features.toneMapping ? notice('COLOURS_WASHED_OUT') : null;
}
