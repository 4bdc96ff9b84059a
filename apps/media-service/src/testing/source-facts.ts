import type { SourceFacts, VideoFacts } from '../processing/probe/source-facts.js';

/** Returns the facts of a playable 90 s video with audio, overridden by the arguments. */
export function facts(
  change: Partial<Omit<SourceFacts, 'video'>> = {},
  video: Partial<VideoFacts> = {},
): SourceFacts {
  return {
    video: {
      index: 0,
      codec: 'h264',
      profile: 'High',
      level: 40,
      width: 1920,
      height: 1080,
      pixelFormat: 'yuv420p',
      interlaced: false,
      pixelAspect: 1,
      rotation: 0,
      frameRate: 25,
      exactRate: '25/1',
      variableFrameRate: false,
      transfer: 'bt709',
      claimedSeconds: 90,
      startSeconds: 0,
      ...video,
    },
    audio: { index: 1, codec: 'aac', profile: 'LC', channels: 2, startSeconds: 0 },
    container: 'mov,mp4,m4a,3gp,3g2,mj2',
    durationSeconds: 90,
    bitRate: 8_000_000,
    startSeconds: 0,
    ...change,
  };
}
