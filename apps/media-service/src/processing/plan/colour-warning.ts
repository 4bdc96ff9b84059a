import type { FfmpegFeatures } from '../ffmpeg/media-programs.js';
import { isHdr, type SourceFacts } from '../probe/source-facts.js';

const WASHED_OUT =
  "The video's high dynamic range could not be brought to that of ordinary screens, so its colours may look washed " +
  'out: the ffmpeg of this server lacks the filters zscale and tonemap.';

/** Returns a sentence for the administrator when the colours will be wrong; null otherwise. */
export function colourWarning(
  { video }: Pick<SourceFacts, 'video'>,
  features: FfmpegFeatures,
): string | null {
  return isHdr(video) && !features.toneMapping ? WASHED_OUT : null;
}
