import { type PlayerReport, roundToMs } from '@secure-preview/contracts';

/** What a player does, and where. */
export type PlayerState = Pick<PlayerReport, 'state' | 'position'>;

type StatefulVideo = Pick<HTMLVideoElement, 'paused' | 'ended' | 'currentTime'>;

/** Returns the state of a video element. */
export function readPlayerState(video: StatefulVideo): PlayerState {
  const state = video.ended ? 'ended' : video.paused ? 'paused' : 'playing';
  return { state, position: roundToMs(video.currentTime) };
}
