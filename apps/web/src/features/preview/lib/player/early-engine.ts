import { preload } from 'react-dom';
import { expectedPlayerSize } from './expected-player-size.js';
import { loadHls } from './load-hls.js';
import { createEngine, type PlaybackEngine } from './playback-engine.js';

/** Milliseconds for the player to appear, also on a slow network. Afterwards the visitor does not watch this trailer. */
const MAX_WAIT_MS = 30_000;

interface EarlyEngine {
  readonly url: string;
  /** Start position in seconds. */
  readonly startAt: number | undefined;
  /** undefined until hls.js has loaded. */
  engine?: PlaybackEngine;
  /** Whether the playlist could not be loaded. The engine does not try again. */
  hasFailed?: boolean;
}

interface EarlyOptions {
  /** Start position in seconds; the default is the beginning. */
  startAt?: number | undefined;
  aspectRatio?: number | undefined;
}

let early: EarlyEngine | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Playlist of the present player. */
let attachedUrl: string | undefined;

/** Starts to load a playlist before its player is shown, which then takes the engine. */
export function startEarlyEngine(url: string, { startAt, aspectRatio }: EarlyOptions = {}): void {
  if (url === attachedUrl) return;
  dropEarlyEngine();
  const own: EarlyEngine = { url, startAt };
  early = own;
  timer = setTimeout(dropEarlyEngine, MAX_WAIT_MS);
  loadHls().then(
    ({ default: Engine }) => {
      if (early !== own || !Engine.isSupported()) return;
      own.engine = createEngine(Engine, url, {
        startAt,
        expectedSize: expectedPlayerSize(aspectRatio),
        // The player tries again, and shows the reason. hls.js must not be destroyed while it reports the error.
        onUnusable: () => {
          own.hasFailed = true;
          setTimeout(() => early === own && dropEarlyEngine());
        },
      });
    },
    // The player reports the failure.
    () => undefined,
  );
  setTimeout(() => {
    // While hls.js loads, the playlist can load too.
    if (early === own && !own.engine) preload(url, { as: 'fetch', crossOrigin: 'anonymous' });
  });
}

/** Destroys an engine that no player has taken. */
export function dropEarlyEngine(): void {
  clearTimeout(timer);
  early?.engine?.destroy();
  early = undefined;
}

/**
 * Returns the early engine of a playlist to its player, if there is one for this start position. Any other early engine,
 * or one that has failed, is destroyed. Until `release` is called, none is started for this playlist.
 */
export function takeEarlyEngine(
  url: string,
  startAt: number | undefined,
): { engine: PlaybackEngine | undefined; release: () => void } {
  const isUsable = early?.url === url && early.startAt === startAt && !early.hasFailed;
  const engine = isUsable ? early?.engine : undefined;
  if (engine) early = undefined;
  dropEarlyEngine();
  attachedUrl = url;
  return {
    engine,
    release: () => {
      attachedUrl = undefined;
    },
  };
}
