import type Hls from 'hls.js';
import { logFailure } from '../../../../lib/log.js';
import { loadVideoEngine } from '../../parts.js';

interface SourceEvents {
  /** The session is gone: playlists and segments are refused. */
  onUnauthorized: () => void;
  /** Playback cannot go on. */
  onError: () => void;
}

const HLS_TYPE = 'application/vnd.apple.mpegurl';

/**
 * Plays a playlist in a video element: by hls.js, or by the browser itself where hls.js cannot (older Safari).
 *
 * @returns what detaches it again
 */
export function attachSource(video: HTMLVideoElement, url: string, events: SourceEvents): () => void {
  let hls: Hls | undefined;
  let detached = false;

  const onElementError = () => {
    logFailure('Video error', video.error);
    if (!hls) events.onError();
  };
  video.addEventListener('error', onElementError);

  loadVideoEngine().then(
    ({ default: Engine }) => {
      if (detached) return;
      if (Engine.isSupported()) hls = startEngine(Engine, video, url, events);
      else if (video.canPlayType(HLS_TYPE)) video.src = url;
      else events.onError();
    },
    (error: unknown) => {
      logFailure('The player could not be loaded', error);
      if (!detached) events.onError();
    },
  );

  return () => {
    detached = true;
    video.removeEventListener('error', onElementError);
    hls?.destroy();
    video.removeAttribute('src');
    video.load();
  };
}

function startEngine(Engine: typeof Hls, video: HTMLVideoElement, url: string, events: SourceEvents): Hls {
  const hls = new Engine({ capLevelToPlayerSize: true, backBufferLength: 60, maxBufferLength: 30 });
  let recoveries = 0;
  hls.on(Engine.Events.ERROR, (_, data) => {
    if (data.response?.code === 401) {
      hls.stopLoad();
      events.onUnauthorized();
      return;
    }
    if (!data.fatal) return;
    logFailure('Video error', data.error);
    if (data.type === Engine.ErrorTypes.MEDIA_ERROR && recoveries < 1) {
      recoveries += 1;
      hls.recoverMediaError();
    } else {
      events.onError();
    }
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return hls;
}
