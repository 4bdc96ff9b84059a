import { type RefObject, useEffect, useState } from 'react';

/** State of a video element that the controls show. */
export interface Playback {
  playing: boolean;
  ended: boolean;
  muted: boolean;
  buffering: boolean;
  seeking: boolean;
  /** Seconds. */
  time: number;
  /** Seconds; 0 until known. */
  duration: number;
  /** Width by height of the picture; null until known. */
  aspectRatio: number | null;
}

const atRest: Playback = {
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
] as const;

function read(video: HTMLVideoElement, before: Playback): Playback {
  const playing = !video.paused && !video.ended;
  return {
    playing,
    ended: video.ended,
    muted: video.muted,
    buffering: playing && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    seeking: video.seeking,
    // Until the source has loaded, the element is at 0 even if playback continues elsewhere.
    time: video.readyState === HTMLMediaElement.HAVE_NOTHING ? before.time : video.currentTime,
    duration: Number.isFinite(video.duration) ? video.duration : 0,
    aspectRatio: video.videoWidth > 0 ? video.videoWidth / video.videoHeight : null,
  };
}

/**
 * Follows a video element's state.
 *
 * @param startAt seconds at which playback starts
 */
export function usePlayback(videoRef: RefObject<HTMLVideoElement | null>, startAt = 0): Playback {
  const [playback, setPlayback] = useState({ ...atRest, time: startAt });
  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    const update = () => setPlayback((before) => read(video, before));
    for (const event of EVENTS) video.addEventListener(event, update);
    update();
    return () => {
      for (const event of EVENTS) video.removeEventListener(event, update);
    };
  }, [videoRef]);
  return playback;
}
