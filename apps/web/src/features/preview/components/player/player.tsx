import { type Caption, formatTime } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import {
  type CSSProperties,
  type KeyboardEvent,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { messages } from '../../../../messages/index.js';
import { useContentProtection } from '../../lib/content-protection.js';
import { playerCommands, runPlayerKey } from '../../lib/player/player-commands.js';
import { useCaptions } from '../../lib/player/use-captions.js';
import { useFullscreen } from '../../lib/player/use-fullscreen.js';
import { useIdle } from '../../lib/player/use-idle.js';
import { usePlayback } from '../../lib/player/use-playback.js';
import { useProgressReports } from '../../lib/player/use-progress-reports.js';
import { useVideoSource } from '../../lib/player/use-video-source.js';
import { useWatermark } from '../../lib/player/watermark/use-watermark.js';
import { isCompleted, type Watched, watchedOf, watchedSeconds } from '../../lib/watched.js';
import { CaptionTracks } from './caption-tracks.js';
import { ControlBar } from './control-bar.js';
import { BigPlayButton, BufferingSign, ErrorPanel, MarkPanel } from './player-overlays.js';

export interface PlayerProps {
  videoUrl: string;
  posterUrl: string | null;
  title: string;
  captions?: readonly Caption[];
  /** Lines of the watermark: who is watching. */
  watermark: readonly string[];
  /** Called once, at the first start. */
  onVideoStart: () => void;
  /** Time watched as m:ss, and whether at least 90 percent was watched. */
  onVideoEnd: (timeWatched: string, completed: boolean, watched: Watched) => void;
  /** Every 10 s while playing, on pause and when page or player are left; resolves when the server has it. */
  onProgress: (watched: Watched) => Promise<void> | void;
  onUnauthorized: () => void;
  /** Called when it fails before anything of it has come. */
  onMissing?: () => void;
}

const FALLBACK_RATIO = 16 / 9;
const NO_CAPTIONS: readonly Caption[] = [];

/** The video with the product's own controls and nothing of the browser's (spec section 2). */
export function Player(props: PlayerProps) {
  const { videoUrl, posterUrl, title, watermark, onVideoStart, onVideoEnd, onProgress, onUnauthorized } =
    props;
  const playerRef = useRef<HTMLElement>(null);
  const videoRef = useRef<HTMLVideoElement>(null);
  const started = useRef(false);
  const [touched, setTouched] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);

  const playback = usePlayback(videoRef);
  const { fullscreen, filling, toggle: toggleFullscreen } = useFullscreen(playerRef);
  const { idle, stir, rest } = useIdle();
  // Before the source: without it the element no longer knows what it has played.
  useProgressReports(videoRef, onProgress);
  const source = useVideoSource(videoRef, videoUrl, { onUnauthorized, onMissing: props.onMissing });
  const captions = useCaptions(videoRef, props.captions ?? NO_CAPTIONS);
  const markKept = useWatermark(playerRef, videoRef, watermark);
  useContentProtection();

  const withVideo = useCallback((command: (video: HTMLVideoElement) => void) => {
    if (videoRef.current) command(videoRef.current);
  }, []);
  const toggle = useCallback(() => withVideo(playerCommands.toggle), [withVideo]);

  // The large button disappears under the finger that pressed it; focus must not fall out of the player.
  useLayoutEffect(() => {
    if (playback.playing && document.activeElement === document.body) playerRef.current?.focus();
  }, [playback.playing]);

  function handlePlay() {
    if (started.current) return;
    started.current = true;
    setTouched(true);
    onVideoStart();
  }
  function handleEnd() {
    withVideo((video) => {
      const watched = watchedOf(video);
      onVideoEnd(formatTime(watchedSeconds(watched)), isCompleted(watched), watched);
    });
  }
  function handleKey(event: KeyboardEvent) {
    stir();
    // An open menu has keys of its own.
    if (event.target instanceof Element && event.target.closest('[role=menu]')) return;
    const on = { toggleFullscreen: () => void toggleFullscreen(), toggleCaptions: captions.toggle };
    withVideo((video) => {
      if (runPlayerKey(event, video, on)) event.preventDefault();
    });
  }

  const ratio = playback.aspectRatio ?? FALLBACK_RATIO;
  const barVisible = !playback.playing || !idle || menuOpen;
  return (
    <section
      ref={playerRef}
      tabIndex={-1}
      aria-label={messages.player.region(title)}
      onKeyDown={handleKey}
      onPointerMove={stir}
      onPointerLeave={(event) => event.pointerType === 'mouse' && rest()}
      onFocus={stir}
      data-captions={barVisible && !captions.atTop ? 'raised' : 'low'}
      style={{ '--ratio': ratio } as CSSProperties}
      className={clsx(
        'player',
        fullscreen && 'player-full',
        filling && 'player-fill',
        !barVisible && 'cursor-none',
      )}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: the trailer's captions, where it has any, are its text tracks */}
      <video
        ref={videoRef}
        aria-label={title}
        className="size-full object-contain"
        poster={posterUrl ?? undefined}
        playsInline
        preload="metadata"
        disablePictureInPicture
        disableRemotePlayback
        controlsList="nodownload nofullscreen noremoteplayback"
        onPlay={handlePlay}
        onEnded={handleEnd}
        onPointerUp={(event) => {
          // A tap brings the controls; with a mouse a click plays and pauses.
          if (event.pointerType === 'mouse' ? event.button === 0 : barVisible && touched) toggle();
          stir();
        }}
      >
        <CaptionTracks captions={captions.captions} />
        {messages.player.noVideoSupport}
      </video>
      {playback.buffering && !source.failed && <BufferingSign />}
      {!playback.playing && !source.failed && markKept && <BigPlayButton title={title} onPlay={toggle} />}
      {source.failed && <ErrorPanel onRetry={source.retry} />}
      {!markKept && <MarkPanel />}
      <ControlBar
        playback={playback}
        visible={barVisible && !source.failed}
        fullscreen={fullscreen}
        captions={captions}
        menuOpen={menuOpen}
        onMenuOpenChange={setMenuOpen}
        container={playerRef}
        onToggle={toggle}
        onSeek={(percent) => withVideo((video) => playerCommands.seekTo(video, percent))}
        onToggleMute={() => withVideo(playerCommands.toggleMute)}
        onToggleFullscreen={() => void toggleFullscreen()}
      />
    </section>
  );
}
