import { clsx } from 'clsx';
import { type CSSProperties, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { formatTime } from '../../../../lib/time-format.js';
import { messages } from '../../../../messages/index.js';
import { useContentProtection } from '../../lib/content-protection.js';
import { playerCommands, runPlayerKey } from '../../lib/player/player-commands.js';
import { useFullscreen } from '../../lib/player/use-fullscreen.js';
import { useIdle } from '../../lib/player/use-idle.js';
import { usePlayback } from '../../lib/player/use-playback.js';
import { useProgressReports } from '../../lib/player/use-progress-reports.js';
import { useVideoSource } from '../../lib/player/use-video-source.js';
import { useWatermark } from '../../lib/player/use-watermark.js';
import { isCompleted, type Watched, watchedOf, watchedSeconds } from '../../lib/watched.js';
import { ControlBar } from './control-bar.js';
import { BigPlayButton, BufferingSign, ErrorPanel } from './player-overlays.js';

export interface PlayerProps {
  videoUrl: string;
  posterUrl: string | null;
  title: string;
  /** Lines of the watermark: who is watching. */
  watermark: readonly string[];
  /** Called once, at the first start. */
  onVideoStart: () => void;
  /** Time watched as m:ss, and whether at least 90 percent was watched. */
  onVideoEnd: (timeWatched: string, completed: boolean, watched: Watched) => void;
  /** Every 10 s while playing, on pause and when the page is left. */
  onProgress: (watched: Watched) => void;
  onUnauthorized: () => void;
}

const FALLBACK_RATIO = 16 / 9;

/** The video with the product's own controls and nothing of the browser's (spec section 2). */
export function Player(props: PlayerProps) {
  const { videoUrl, posterUrl, title, watermark, onVideoStart, onVideoEnd, onProgress, onUnauthorized } =
    props;
  const playerRef = useRef<HTMLElement>(null);
  const videoRef = useRef<HTMLVideoElement>(null);
  const started = useRef(false);
  const [touched, setTouched] = useState(false);

  const playback = usePlayback(videoRef);
  const { fullscreen, filling, toggle: toggleFullscreen } = useFullscreen(playerRef);
  const { idle, stir, rest } = useIdle();
  const source = useVideoSource(videoRef, videoUrl, onUnauthorized);
  useContentProtection();
  useWatermark(playerRef, watermark);
  useProgressReports(videoRef, onProgress);

  const withVideo = useCallback((command: (video: HTMLVideoElement) => void) => {
    if (videoRef.current) command(videoRef.current);
  }, []);
  const toggle = useCallback(() => withVideo(playerCommands.toggle), [withVideo]);

  // The large button disappears under the finger that pressed it; focus must not fall out of the player.
  useEffect(() => {
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
    withVideo((video) => {
      if (runPlayerKey(event, video, () => void toggleFullscreen())) event.preventDefault();
    });
  }

  const ratio = playback.aspectRatio ?? FALLBACK_RATIO;
  const barVisible = !playback.playing || !idle;
  return (
    <section
      ref={playerRef}
      tabIndex={-1}
      aria-label={messages.player.region(title)}
      onKeyDown={handleKey}
      onPointerMove={stir}
      onPointerLeave={(event) => event.pointerType === 'mouse' && rest()}
      onFocus={stir}
      style={{ '--ratio': ratio } as CSSProperties}
      className={clsx(
        'player',
        fullscreen && 'player-full',
        filling && 'player-fill',
        !barVisible && 'cursor-none',
      )}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: captions, where a trailer has any, come inside its stream */}
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
        {messages.player.noVideoSupport}
      </video>
      {playback.buffering && !source.failed && <BufferingSign />}
      {!playback.playing && !source.failed && <BigPlayButton title={title} onPlay={toggle} />}
      {source.failed && <ErrorPanel onRetry={source.retry} />}
      <ControlBar
        playback={playback}
        visible={barVisible}
        fullscreen={fullscreen}
        container={playerRef}
        onToggle={toggle}
        onSeek={(percent) => withVideo((video) => playerCommands.seekTo(video, percent))}
        onToggleMute={() => withVideo(playerCommands.toggleMute)}
        onToggleFullscreen={() => void toggleFullscreen()}
      />
    </section>
  );
}
