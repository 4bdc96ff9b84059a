import type Hls from 'hls.js';
import type { ErrorData, RetryConfig } from 'hls.js';
import { logFailure } from '../../../../lib/log.js';
import type { OnAccessLost } from '../access-lost.js';
import { savePlayedRanges } from '../played-ranges.js';
import { companionOf } from './companion-rendition.js';
import { watchEndedAccess } from './ended-access.js';
import { LookAhead } from './look-ahead.js';
import { nextSegment } from './next-segment.js';
import { isPlaying, play } from './play.js';
import { playerLimits } from './player-limits.js';
import { bufferLessWhileSeeking } from './seek-buffer.js';
import { SegmentUrls } from './segment-urls.js';

interface Player {
  readonly video: HTMLVideoElement;
  /** Called when the gateway rejects playlists and segments, because the session or the access has ended. */
  readonly onAccessLost: OnAccessLost;
  /** Called when playback cannot continue. */
  readonly fail: () => void;
}

/** Loads a playlist. Plays it once it is connected to a player. */
export interface PlaybackEngine {
  connect(player: Player): void;
  destroy(): void;
}

interface EngineOptions {
  /** Start position in seconds; the default is the beginning. */
  startAt?: number | undefined;
  /** Expected size of the player in device pixels. It limits the quality until a player is connected. */
  expectedSize?: { readonly width: number; readonly height: number } | undefined;
  /** Called when the playlist cannot be loaded and no player is connected. */
  onUnusable?: () => void;
}

/**
 * Starts to load a playlist with hls.js. Until a player is connected, only the first segment of video and audio is loaded.
 */
export function createEngine(
  Engine: typeof Hls,
  url: string,
  { startAt, expectedSize, onUnusable }: EngineOptions,
): PlaybackEngine {
  let player: Player | undefined;
  let recoveries = 0;
  const loseAccess: OnAccessLost = (reason) => {
    hls.stopLoad();
    lookAhead.drop();
    if (player) player.onAccessLost(reason);
    else onUnusable?.();
  };
  const urls = new SegmentUrls((renditionId) => companionOf(hls, renditionId));
  const lookAhead = new LookAhead((segment) => player && nextSegment(hls, player.video, segment));
  const hls: Hls = new Engine({
    capLevelToPlayerSize: true,
    startFragPrefetch: true,
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
      watchEndedAccess(xhr, loseAccess);
      const storeUrl = await urls.find(url);
      if (storeUrl === undefined) return;
      xhr.open('GET', storeUrl);
      xhr.addEventListener('loadend', () => xhr.status === EXPIRED_URL_STATUS && urls.forget(url));
    },
    ...(startAt === undefined ? {} : { startPosition: startAt }),
  });
  const { capLevelController } = Engine.DefaultConfig;
  if (expectedSize && capLevelController) {
    hls.once(Engine.Events.MANIFEST_PARSED, (_, { levels }) => {
      if (player) return;
      const { width, height } = expectedSize;
      hls.autoLevelCapping = capLevelController.getMaxLevelByMediaSize(levels, width, height);
    });
  }
  hls.on(Engine.Events.ERROR, (_, data) => {
    if (data.response?.code === 401) return loseAccess();
    if (!data.fatal) return;
    if (player) handleFatal(data, player);
    else onUnusable?.();
  });
  hls.once(Engine.Events.DESTROYING, () => lookAhead.drop());
  hls.loadSource(url);

  function handleFatal({ type, error }: ErrorData, { video, fail }: Player): void {
    logFailure('Video error', error);
    if (type === Engine.ErrorTypes.MEDIA_ERROR && recoveries < 1) {
      recoveries += 1;
      const wasPlaying = isPlaying(video);
      // Recovery resets the element, including its playing state and played ranges.
      savePlayedRanges(video);
      hls.recoverMediaError();
      if (wasPlaying) play(video);
    } else if (type === Engine.ErrorTypes.NETWORK_ERROR) {
      failWhenBufferEmpty(video, fail);
    } else {
      fail();
    }
  }
  /** Plays the buffered video, then fails. */
  function failWhenBufferEmpty(video: HTMLVideoElement, fail: () => void): void {
    if (bufferedSeconds(video) < MIN_BUFFERED_SECONDS) {
      fail();
      return;
    }
    const failIfEmpty = () => {
      if (bufferedSeconds(video) < MIN_BUFFERED_SECONDS) fail();
    };
    hls.once(Engine.Events.DESTROYING, () => {
      for (const event of ['waiting', 'seeking']) video.removeEventListener(event, failIfEmpty);
    });
    for (const event of ['waiting', 'seeking']) video.addEventListener(event, failIfEmpty);
  }

  return {
    connect(connected) {
      player = connected;
      bufferLessWhileSeeking(hls, player.video, Engine.Events.DESTROYING);
      hls.attachMedia(player.video);
    },
    destroy: () => hls.destroy(),
  };
}

/** HTTP status of the object store for an expired presigned URL. */
const EXPIRED_URL_STATUS = 403;

/** Buffered seconds below which playback stops after a network error. */
const MIN_BUFFERED_SECONDS = 0.5;

/** Returns the buffered seconds after the current position. */
function bufferedSeconds({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime && currentTime < buffered.end(index)) {
      return buffered.end(index) - currentTime;
    }
  }
  return 0;
}

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
