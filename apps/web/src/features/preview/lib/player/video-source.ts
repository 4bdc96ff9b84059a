import { logFailure } from '../../../../lib/log.js';
import type { OnAccessLost } from '../access-lost.js';
import { takeEarlyEngine } from './early-engine.js';
import { loadHls } from './load-hls.js';
import { isPlaying, play } from './play.js';
import { createEngine, type PlaybackEngine } from './playback-engine.js';

/** Playback state before an interruption. */
export interface ResumeState {
  /** Seconds. */
  readonly time: number;
  readonly playing: boolean;
}

interface SourceOptions {
  /** State to resume from. Without it the video is paused at the beginning. */
  resume?: ResumeState | undefined;
  /** Called when the gateway rejects playlists and segments, because the session or the access has ended. */
  onAccessLost: OnAccessLost;
  /** Called when playback cannot continue. The video is paused. */
  onError: (resumeState: ResumeState) => void;
}

const HLS_TYPE = 'application/vnd.apple.mpegurl';

/**
 * Plays a playlist in a video element: with hls.js, or natively where hls.js is unsupported (older Safari).
 *
 * @returns a function that detaches the playlist
 */
export function attachSource(video: HTMLVideoElement, url: string, options: SourceOptions): () => void {
  const { resume, onAccessLost } = options;
  const early = takeEarlyEngine(url, resume?.time);
  let engine: PlaybackEngine | undefined;
  let isDetached = false;
  let hasFailed = false;

  const fail = () => {
    // Reports only the first failure: a later failure would find the video paused by the first one.
    if (hasFailed) return;
    hasFailed = true;
    const resumeState = { time: video.currentTime || resume?.time || 0, playing: isPlaying(video) };
    // Otherwise the buffered video would continue behind the error panel.
    video.pause();
    options.onError(resumeState);
  };
  const onElementError = () => {
    logFailure('Video error', video.error);
    if (!engine) fail();
  };
  video.addEventListener('error', onElementError);
  // hls.js seeks only with the first segment, and some browsers only on the first play. Seek at once.
  const seekToResume = () => {
    if (resume) video.currentTime = resume.time;
  };
  video.addEventListener('loadedmetadata', seekToResume, { once: true });

  const connect = (created: PlaybackEngine) => {
    engine = created;
    engine.connect({ video, onAccessLost, fail });
  };
  if (early.engine) connect(early.engine);
  else {
    loadHls().then(
      ({ default: Engine }) => {
        if (isDetached) return;
        // Attaching a source pauses the element. The visitor may already have pressed Play.
        const shouldPlay = resume?.playing || isPlaying(video);
        if (Engine.isSupported()) connect(createEngine(Engine, url, { startAt: resume?.time }));
        else if (video.canPlayType(HLS_TYPE)) {
          // The temporal fragment sets the start position (W3C, Media Fragments 4.2.1).
          video.src = resume ? `${url}#t=${resume.time}` : url;
        } else return fail();
        if (shouldPlay) play(video);
      },
      (error: unknown) => {
        logFailure('The player could not be loaded', error);
        if (!isDetached) fail();
      },
    );
  }

  return () => {
    isDetached = true;
    early.release();
    video.removeEventListener('error', onElementError);
    video.removeEventListener('loadedmetadata', seekToResume);
    engine?.destroy();
    video.removeAttribute('src');
    video.load();
  };
}
