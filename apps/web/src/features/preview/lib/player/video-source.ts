import type Hls from 'hls.js';
import type { RetryConfig } from 'hls.js';
import { playerLimits } from '../../../../lib/constants.js';
import { logFailure } from '../../../../lib/log.js';
import { loadVideoEngine } from '../../lazy-components.js';
import { keepPlayedRanges } from '../played.js';
import { SegmentAddresses } from './segment-addresses.js';

/** State of playback when it was interrupted. */
export interface Resume {
  /** Seconds. */
  readonly time: number;
  readonly playing: boolean;
}

interface SourceOptions {
  /** Continues from there; without it the source pauses at its beginning. */
  resume?: Resume | undefined;
  /** The session has ended: playlists and segments are refused. */
  onUnauthorized: () => void;
  /** Playback cannot continue and is paused. */
  onError: (interrupted: Resume) => void;
}

const HLS_TYPE = 'application/vnd.apple.mpegurl';

/**
 * Plays a playlist in a video element: with hls.js, or natively where hls.js is unsupported (older Safari).
 *
 * @returns a function that detaches it
 */
export function attachSource(video: HTMLVideoElement, url: string, options: SourceOptions): () => void {
  const { resume } = options;
  let hls: Hls | undefined;
  let detached = false;
  let failed = false;

  const fail = () => {
    // A later event would report the pause below as the visitor's.
    if (failed) return;
    failed = true;
    const interrupted = { time: video.currentTime || resume?.time || 0, playing: isPlaying(video) };
    // Otherwise the buffered rest would play unseen.
    video.pause();
    options.onError(interrupted);
  };
  const onElementError = () => {
    logFailure('Video error', video.error);
    if (!hls) fail();
  };
  video.addEventListener('error', onElementError);
  // Seeks at once: hls.js seeks only with the first segment, and some browsers only on the first play.
  const seekToResume = () => {
    if (resume) video.currentTime = resume.time;
  };
  video.addEventListener('loadedmetadata', seekToResume, { once: true });

  loadVideoEngine().then(
    ({ default: Engine }) => {
      if (detached) return;
      // Attaching pauses an element that was started just before, and Play was then pressed in vain.
      const plays = resume?.playing || isPlaying(video);
      if (Engine.isSupported()) hls = startEngine(Engine, video, url, { ...options, fail });
      else if (video.canPlayType(HLS_TYPE)) {
        // The temporal fragment sets the start position (W3C, Media Fragments 4.2.1).
        video.src = resume ? `${url}#t=${resume.time}` : url;
      } else return fail();
      if (plays) play(video);
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

/** Returns the buffered seconds of film after the current position. */
function secondsAhead({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime && currentTime < buffered.end(index)) {
      return buffered.end(index) - currentTime;
    }
  }
  return 0;
}

/** Buffered seconds below which a source with a network error fails. */
const WORTH_PLAYING_SECONDS = 0.5;

const isPlaying = (video: HTMLVideoElement) => !video.paused && !video.ended;

/** Ignores rejections: the large play button remains. */
function play(video: HTMLVideoElement): void {
  video.play().catch((error: unknown) => logFailure('Play failed', error));
}

function startEngine(
  Engine: typeof Hls,
  video: HTMLVideoElement,
  url: string,
  { resume, onUnauthorized, fail }: SourceOptions & { fail: () => void },
): Hls {
  const addresses = new SegmentAddresses();
  const hls = new Engine({
    capLevelToPlayerSize: true,
    backBufferLength: 60,
    maxBufferLength: 30,
    // Without it hls.js buffers minutes ahead, which a visitor could still watch after the visit was ended.
    maxMaxBufferLength: 30,
    // Uses the first segment for playback, not only to measure bandwidth.
    testBandwidth: false,
    abrEwmaDefaultEstimate: expectedBitsPerSecond(),
    // Retries for some seconds, while buffered film plays.
    fragLoadPolicy: {
      default: {
        ...Engine.DefaultConfig.fragLoadPolicy.default,
        errorRetry: { ...playerLimits.segmentRetry, shouldRetry },
      },
    },
    // Loads segments from the object store, without a redirect for each.
    xhrSetup: async (xhr, path) => {
      const address = await addresses.find(path);
      if (address === undefined) return;
      xhr.open('GET', address);
      xhr.addEventListener('loadend', () => xhr.status === EXPIRED && addresses.forget(path));
    },
    ...(resume ? { startPosition: resume.time } : {}),
  });
  let recoveries = 0;
  /** Plays what is buffered before it fails. */
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
      // Recovery resets the element, which then forgets that it plays and what it has played.
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

/** Status of the object store for an address that is no longer valid. */
const EXPIRED = 403;

/** Retries with a new address too, which hls.js does not do for a refused request. */
const shouldRetry: RetryConfig['shouldRetry'] = (_config, count, _isTimeout, response, retries) =>
  retries || (count === 0 && response?.code === EXPIRED);

/** Returns the expected bandwidth, as far as the browser reports it. It determines the initial quality. */
function expectedBitsPerSecond(): number {
  const { min, max, unknown } = playerLimits.startBitsPerSecond;
  const { downlink } = (navigator as { connection?: { downlink?: number } }).connection ?? {};
  return downlink ? Math.min(max, Math.max(min, downlink * 1e6)) : unknown;
}
