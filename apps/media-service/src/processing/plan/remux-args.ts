import { options } from '../ffmpeg/options.js';
import { untrustedInput } from '../ffmpeg/untrusted-input.js';
import type { SourceFacts } from '../probe/source-facts.js';
import { hlsOutput, PROGRESS } from './hls-output.js';

export interface RemuxFolders {
  readonly video: string;
  readonly audio: string;
}

/**
 * Returns arguments that copy video and audio unchanged into separate segments. Video and audio are shifted so that the
 * video starts at 0. Earlier audio is cut off.
 */
export function remuxArgs(
  file: string,
  { video, audio, startSeconds }: SourceFacts,
  folders: RemuxFolders,
  segmentSeconds: number,
): string[] {
  const late = (video.startSeconds ?? 0) - (startSeconds ?? 0);
  const copy = options({ c: 'copy', ...(late > 0 ? { output_ts_offset: (-late).toFixed(6) } : {}) });
  return [
    ...untrustedInput(file),
    ...PROGRESS,
    ...options({ map: `0:${video.index}` }),
    ...copy,
    ...hlsOutput(folders.video, segmentSeconds),
    ...(audio === null
      ? []
      : [
          // MPEG-TS has an AAC header in every packet, MP4 has one for all. For other sources the filter does
          // nothing.
          ...options({ map: `0:${audio.index}`, 'bsf:a': 'aac_adtstoasc' }),
          ...copy,
          ...hlsOutput(folders.audio, segmentSeconds),
        ]),
  ];
}
