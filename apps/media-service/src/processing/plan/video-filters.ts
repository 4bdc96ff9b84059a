import type { FfmpegFeatures } from '../ffmpeg/media-programs.js';
import { isHdr, shownSize, type VideoFacts } from '../probe/source-facts.js';
import { targetSize } from './target-size.js';

const MAX_FRAME_RATE = 60;

/**
 * PQ or HLG to BT.709: to linear light with white at 100 cd/m² (ITU-R BT.2408), primaries, tone curve, and back.
 * What the container leaves unsaid is taken as BT.2020, which both imply.
 */
function toneMap(transfer: string, { width, height }: { width: number; height: number }): string[] {
  return [
    `zscale=w=${width}:h=${height}:tin=${transfer}:pin=bt2020:min=bt2020nc:t=linear:npl=100`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=tonemap=hable:desat=0',
    'zscale=t=bt709:m=bt709:r=limited',
  ];
}

/** ffmpeg's filter chain from the source's pictures to those of the rendition; rotation was applied before it. */
export function videoFilters(video: VideoFacts, features: FfmpegFeatures): string {
  const size = targetSize(shownSize(video));
  const toned = isHdr(video) && features.toneMapping && video.transfer !== null;
  const tooFast = video.frameRate !== null && video.frameRate > MAX_FRAME_RATE + 0.5;
  return [
    ...(video.interlaced ? ['bwdif=mode=send_frame'] : []),
    ...(tooFast ? [`fps=${MAX_FRAME_RATE}`] : []),
    ...(toned ? toneMap(video.transfer, size) : [`scale=${size.width}:${size.height}:flags=bicubic`]),
    'setsar=1',
    'format=yuv420p',
  ].join(',');
}
