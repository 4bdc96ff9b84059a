import { type RefObject, useEffect, useState } from 'react';
import { positionOf, SEEK_REQUESTED } from './seeks.js';

/** State of a video element for the controls. */
export interface Playback {
  playing: boolean;
  ended: boolean;
  muted: boolean;
  buffering: boolean;
  seeking: boolean;
  /** Seconds; the position for which a seek waits, if one does. */
  time: number;
  /** Seconds; 0 until known. */
  duration: number;
  /** Width divided by height; null until known. */
  aspectRatio: number | null;
}

const INITIAL_PLAYBACK: Playback = {
  playing: false,
  ended: false,
  muted: false,
  buffering: false,
  seeking: false,
  time: 0,
  duration: 0,
  aspectRatio: null,
};

const EVENTS = [
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'canplay',
  'seeking',
  'seeked',
  'timeupdate',
  'durationchange',
  'loadedmetadata',
  'volumechange',
  'emptied',
  SEEK_REQUESTED,
] as const;

function readPlayback(video: HTMLVideoElement, previous: Playback): Playback {
  const playing = !video.paused && !video.ended;
  return {
    playing,
    ended: video.ended,
    muted: video.muted,
    buffering: playing && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    seeking: video.seeking,
    // The element's time is 0 until the source has loaded, even with another start position.
    time: video.readyState === HTMLMediaElement.HAVE_NOTHING ? previous.time : positionOf(video),
    duration: Number.isFinite(video.duration) ? video.duration : 0,
    aspectRatio: video.videoWidth > 0 ? video.videoWidth / video.videoHeight : null,
  };
}

/**
 * Tracks the state of a video element.
 *
 * @param startAt start position in seconds
 */
export function usePlayback(videoRef: RefObject<HTMLVideoElement | null>, startAt = 0): Playback {
  const [playback, setPlayback] = useState({ ...INITIAL_PLAYBACK, time: startAt });
  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    const update = () => setPlayback((previous) => readPlayback(video, previous));
    for (const event of EVENTS) video.addEventListener(event, update);
    update();
    return () => {
      for (const event of EVENTS) video.removeEventListener(event, update);
    };
  }, [videoRef]);
  return playback;
}
