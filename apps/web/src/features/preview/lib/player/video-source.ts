import type Hls from 'hls.js';
import type { RetryConfig } from 'hls.js';
import { logFailure } from '../../../../lib/log.js';
import type { OnAccessLost } from '../access-lost.js';
import { savePlayedRanges } from '../played-ranges.js';
import { companionOf } from './companion-rendition.js';
import { watchEndedAccess } from './ended-access.js';
import { loadHls } from './load-hls.js';
import { LookAhead } from './look-ahead.js';
import { nextSegment } from './next-segment.js';
import { playerLimits } from './player-limits.js';
import { bufferLessWhileSeeking } from './seek-buffer.js';
import { SegmentUrls } from './segment-urls.js';

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
  const { resume } = options;
  let hls: Hls | undefined;
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
    if (!hls) fail();
  };
  video.addEventListener('error', onElementError);
  // hls.js seeks only with the first segment, and some browsers only on the first play. Seek at once.
  const seekToResume = () => {
    if (resume) video.currentTime = resume.time;
  };
  video.addEventListener('loadedmetadata', seekToResume, { once: true });

  loadHls().then(
    ({ default: Engine }) => {
      if (isDetached) return;
      // Attaching a source pauses the element. The visitor may already have pressed Play.
      const shouldPlay = resume?.playing || isPlaying(video);
      if (Engine.isSupported()) hls = startEngine(Engine, video, url, { ...options, fail });
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

  return () => {
    isDetached = true;
    video.removeEventListener('error', onElementError);
    video.removeEventListener('loadedmetadata', seekToResume);
    hls?.destroy();
    video.removeAttribute('src');
    video.load();
  };
}

/** Returns the buffered seconds after the current position. */
function bufferedSeconds({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime && currentTime < buffered.end(index)) {
      return buffered.end(index) - currentTime;
    }
  }
  return 0;
}

/** Buffered seconds below which playback stops after a network error. */
const MIN_BUFFERED_SECONDS = 0.5;

const isPlaying = (video: HTMLVideoElement) => !video.paused && !video.ended;

/** Starts playback. A rejection is only logged, because the large play button remains. */
function play(video: HTMLVideoElement): void {
  video.play().catch((error: unknown) => logFailure('Play failed', error));
}

function startEngine(
  Engine: typeof Hls,
  video: HTMLVideoElement,
  url: string,
  { resume, onAccessLost, fail }: SourceOptions & { fail: () => void },
): Hls {
  const urls = new SegmentUrls((renditionId) => companionOf(hls, renditionId));
  const lookAhead = new LookAhead((segment) => nextSegment(hls, video, segment));
  const stopLoading = () => {
    hls.stopLoad();
    lookAhead.drop();
  };
  const hls: Hls = new Engine({
    capLevelToPlayerSize: true,
    backBufferLength: 60,
    maxBufferLength: 30,
    // By default hls.js buffers minutes ahead, which a visitor could still watch after the visit was ended.
    maxMaxBufferLength: 30,
    // Uses the first segment for playback, not only to measure bandwidth.
    testBandwidth: false,
    abrEwmaDefaultEstimate: expectedBitsPerSecond(),
    // Retries for a few seconds while the buffered video plays.
    fragLoadPolicy: {
      default: {
        ...Engine.DefaultConfig.fragLoadPolicy.default,
        errorRetry: { ...playerLimits.segmentRetry, shouldRetry },
      },
    },
    fLoader: lookAhead.loaderClass(),
    // Loads segments directly from the object store, without redirects.
    xhrSetup: async (xhr, url) => {
      watchEndedAccess(xhr, (reason) => {
        stopLoading();
        onAccessLost(reason);
      });
      const storeUrl = await urls.find(url);
      if (storeUrl === undefined) return;
      xhr.open('GET', storeUrl);
      xhr.addEventListener('loadend', () => xhr.status === EXPIRED_URL_STATUS && urls.forget(url));
    },
    ...(resume ? { startPosition: resume.time } : {}),
  });
  let recoveries = 0;
  /** Plays the buffered video, then fails. */
  const failWhenBufferEmpty = () => {
    if (bufferedSeconds(video) < MIN_BUFFERED_SECONDS) return fail();
    const failIfEmpty = () => {
      if (bufferedSeconds(video) < MIN_BUFFERED_SECONDS) fail();
    };
    hls.once(Engine.Events.DESTROYING, () => {
      for (const event of ['waiting', 'seeking']) video.removeEventListener(event, failIfEmpty);
    });
    for (const event of ['waiting', 'seeking']) video.addEventListener(event, failIfEmpty);
  };
  hls.on(Engine.Events.ERROR, (_, data) => {
    if (data.response?.code === 401) {
      stopLoading();
      onAccessLost();
      return;
    }
    if (!data.fatal) return;
    logFailure('Video error', data.error);
    if (data.type === Engine.ErrorTypes.MEDIA_ERROR && recoveries < 1) {
      recoveries += 1;
      const wasPlaying = isPlaying(video);
      // Recovery resets the element, including its playing state and played ranges.
      savePlayedRanges(video);
      hls.recoverMediaError();
      if (wasPlaying) play(video);
    } else if (data.type === Engine.ErrorTypes.NETWORK_ERROR) {
      failWhenBufferEmpty();
    } else {
      fail();
    }
  });
  hls.once(Engine.Events.DESTROYING, () => lookAhead.drop());
  bufferLessWhileSeeking(hls, video, Engine.Events.DESTROYING);
  hls.loadSource(url);
  hls.attachMedia(video);
  return hls;
}

/** HTTP status of the object store for an expired presigned URL. */
const EXPIRED_URL_STATUS = 403;

/** Retries a rejected request once with a new URL, in addition to the retries of hls.js. */
const shouldRetry: NonNullable<RetryConfig['shouldRetry']> = (
  _config,
  count,
  _isTimeout,
  response,
  retries,
) => retries || (count === 0 && response?.code === EXPIRED_URL_STATUS);

/** Returns the bandwidth that the browser reports, limited to a range. It determines the initial quality. */
function expectedBitsPerSecond(): number {
  const { min, max, unknown } = playerLimits.startBitsPerSecond;
  const { downlink } = (navigator as { connection?: { downlink?: number } }).connection ?? {};
  return downlink ? Math.min(max, Math.max(min, downlink * 1e6)) : unknown;
}
