import type Hls from 'hls.js';
import { playerLimits } from '../../../../lib/constants.js';
import { logFailure } from '../../../../lib/log.js';
import { loadVideoEngine } from '../../lazy-components.js';
import { keepPlayedRanges } from '../played.js';

/** Where playback was interrupted. */
export interface Resume {
  /** Seconds. */
  readonly time: number;
  readonly playing: boolean;
}

interface SourceOptions {
  /** Goes on from there; without it the source waits at its beginning. */
  resume?: Resume | undefined;
  /** The session is gone: playlists and segments are refused. */
  onUnauthorized: () => void;
  /** Playback cannot go on; the picture stands still. */
  onError: (interrupted: Resume) => void;
}

const HLS_TYPE = 'application/vnd.apple.mpegurl';

/**
 * Plays a playlist in a video element: by hls.js, or by the browser itself where hls.js cannot (older Safari).
 *
 * @returns what detaches it again
 */
export function attachSource(video: HTMLVideoElement, url: string, options: SourceOptions): () => void {
  const { resume } = options;
  let hls: Hls | undefined;
  let detached = false;

  const fail = () => {
    const interrupted = { time: video.currentTime || resume?.time || 0, playing: isPlaying(video) };
    // What is buffered would go on unseen.
    video.pause();
    options.onError(interrupted);
  };
  const onElementError = () => {
    logFailure('Video error', video.error);
    if (!hls) fail();
  };
  video.addEventListener('error', onElementError);
  // At once: hls.js goes there with the first segment, and some browsers not before the first play.
  const seekToResume = () => {
    if (resume) video.currentTime = resume.time;
  };
  video.addEventListener('loadedmetadata', seekToResume, { once: true });

  loadVideoEngine().then(
    ({ default: Engine }) => {
      if (detached) return;
      if (Engine.isSupported()) hls = startEngine(Engine, video, url, { ...options, fail });
      else if (video.canPlayType(HLS_TYPE)) {
        // The part of an address that tells where to begin (W3C, Media Fragments 4.2.1).
        video.src = resume ? `${url}#t=${resume.time}` : url;
      } else return fail();
      if (resume?.playing) play(video);
    },
    (error: unknown) => {
      logFailure('The player could not be loaded', error);
      if (!detached) fail();
    },
  );

  return () => {
    detached = true;
    video.removeEventListener('error', onElementError);
    video.removeEventListener('loadedmetadata', seekToResume);
    hls?.destroy();
    video.removeAttribute('src');
    video.load();
  };
}

/** Seconds of film that are there after the place where it stands. */
function secondsAhead({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime && currentTime < buffered.end(index)) {
      return buffered.end(index) - currentTime;
    }
  }
  return 0;
}

/** Less is not worth playing on for. */
const WORTH_PLAYING_SECONDS = 0.5;

const isPlaying = (video: HTMLVideoElement) => !video.paused && !video.ended;

/** Refusals are no failure: the large button is there to play. */
function play(video: HTMLVideoElement): void {
  video.play().catch((error: unknown) => logFailure('Play failed', error));
}

function startEngine(
  Engine: typeof Hls,
  video: HTMLVideoElement,
  url: string,
  { resume, onUnauthorized, fail }: SourceOptions & { fail: () => void },
): Hls {
  const hls = new Engine({
    capLevelToPlayerSize: true,
    backBufferLength: 60,
    maxBufferLength: 30,
    // Without it hls.js fetches minutes ahead, which a visitor whose visit is ended meanwhile could still watch.
    maxMaxBufferLength: 30,
    // The first segment is one that is shown, not one that only measures the line.
    testBandwidth: false,
    abrEwmaDefaultEstimate: expectedBitsPerSecond(),
    // Some seconds of trying; what has arrived plays meanwhile.
    fragLoadPolicy: {
      default: { ...Engine.DefaultConfig.fragLoadPolicy.default, errorRetry: playerLimits.segmentRetry },
    },
    ...(resume ? { startPosition: resume.time } : {}),
  });
  let recoveries = 0;
  /** What has arrived already is still shown. */
  const failOnceEmpty = () => {
    if (secondsAhead(video) < WORTH_PLAYING_SECONDS) return fail();
    const look = () => {
      if (secondsAhead(video) < WORTH_PLAYING_SECONDS) fail();
    };
    hls.once(Engine.Events.DESTROYING, () => {
      for (const event of ['waiting', 'seeking']) video.removeEventListener(event, look);
    });
    for (const event of ['waiting', 'seeking']) video.addEventListener(event, look);
  };
  hls.on(Engine.Events.ERROR, (_, data) => {
    if (data.response?.code === 401) {
      hls.stopLoad();
      onUnauthorized();
      return;
    }
    if (!data.fatal) return;
    logFailure('Video error', data.error);
    if (data.type === Engine.ErrorTypes.MEDIA_ERROR && recoveries < 1) {
      recoveries += 1;
      const wasPlaying = isPlaying(video);
      // The element begins anew, and would forget that it plays and what it has played.
      keepPlayedRanges(video);
      hls.recoverMediaError();
      if (wasPlaying) play(video);
    } else if (data.type === Engine.ErrorTypes.NETWORK_ERROR) {
      failOnceEmpty();
    } else {
      fail();
    }
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return hls;
}

/** What the line will carry, as far as the browser tells: decides in which quality the film begins. */
function expectedBitsPerSecond(): number {
  const { least, most, unknown } = playerLimits.startBitsPerSecond;
  const { downlink } = (navigator as { connection?: { downlink?: number } }).connection ?? {};
  return downlink ? Math.min(most, Math.max(least, downlink * 1e6)) : unknown;
}
