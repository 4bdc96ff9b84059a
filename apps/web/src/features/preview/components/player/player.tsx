import { type Caption, formatTime, secondsIn } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useMessages } from '../../../../messages/use-messages.js';
import { ratioStyle } from '../../lib/aspect-ratio.js';
import { useContentProtection } from '../../lib/content-protection.js';
import { isCompleted, readPlayedSummary } from '../../lib/played-summary.js';
import { playerCommands, runPlayerKey } from '../../lib/player/player-commands.js';
import { finishSeek } from '../../lib/player/seeks.js';
import { useAccessChecks } from '../../lib/player/use-access-checks.js';
import { useAccessStream } from '../../lib/player/use-access-stream.js';
import { useCaptions } from '../../lib/player/use-captions.js';
import { useCommands } from '../../lib/player/use-commands.js';
import { useFirstFrame } from '../../lib/player/use-first-frame.js';
import { useFullscreen } from '../../lib/player/use-fullscreen.js';
import { useIdle } from '../../lib/player/use-idle.js';
import { usePlayback } from '../../lib/player/use-playback.js';
import { usePlayerSignals } from '../../lib/player/use-player-signals.js';
import { usePositionReports } from '../../lib/player/use-position-reports.js';
import { useProgressReports } from '../../lib/player/use-progress-reports.js';
import { useVideoSource } from '../../lib/player/use-video-source.js';
import { useWatermark } from '../../lib/player/watermark/use-watermark.js';
import { whenLoaded } from '../../lib/player/when-loaded.js';
import { CaptionTracks } from './caption-tracks.js';
import { ControlBar } from './control-bar.js';
import { PictureOverlay } from './picture-overlay.js';
import type { PlayerProps } from './player-props.js';
import { PosterCover } from './poster-cover.js';

const NO_CAPTIONS: readonly Caption[] = [];

/** Shows a video with the portal's controls instead of the browser's (docs/product.md#player). */
export function Player(props: PlayerProps) {
  const t = useMessages();
  const { videoUrl, posterUrl, title, watermark, startAt } = props;
  const { onVideoStart, onVideoEnd, onProgress, onAccessLost } = props;
  const playerRef = useRef<HTMLElement>(null);
  const videoRef = useRef<HTMLVideoElement>(null);
  const hasStarted = useRef(false);
  const [hasPlayed, setHasPlayed] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);

  const { fullscreen, filling, toggle: toggleFullscreen } = useFullscreen(playerRef);
  const { isIdle, markActive, markIdle } = useIdle();
  const hasStream = useAccessStream(videoRef, props.trailerId, onAccessLost, props.onNews);
  // Must run before `useVideoSource`: detaching the source clears the element's played ranges.
  useProgressReports(videoRef, hasStream, onProgress);
  usePositionReports(videoRef, props.onPosition);
  usePlayerSignals(videoRef, props.onSignal);
  useAccessChecks(videoRef, props.trailerId, onAccessLost);
  const source = useVideoSource(videoRef, videoUrl, { onAccessLost, onMissing: props.onMissing, startAt });
  // Must run after `useVideoSource`, which sets the start position that the controls show.
  const playback = usePlayback(videoRef, startAt);
  const isFrameShown = useFirstFrame(videoRef, startAt);
  const captions = useCaptions(videoRef, props.captions ?? NO_CAPTIONS);
  const isWatermarkVisible = useWatermark(playerRef, videoRef, watermark);
  useContentProtection();
  const reportDuration = useEffectEvent((seconds: number) => props.onDuration?.(seconds));
  useEffect(() => {
    if (playback.duration > 0) reportDuration(playback.duration);
  }, [playback.duration]);
  const { withVideo, toggle, restart } = useCommands(videoRef);

  // Keeps the focus inside the player when the pressed play button disappears.
  useLayoutEffect(() => {
    if (playback.playing && document.activeElement === document.body) playerRef.current?.focus();
  }, [playback.playing]);

  function handlePlay() {
    if (hasStarted.current) return;
    hasStarted.current = true;
    setHasPlayed(true);
    // A viewing that began before the grant would not be assigned to the trailer.
    if (videoRef.current) whenLoaded(videoRef.current, onVideoStart);
  }
  function handleEnd() {
    withVideo((video) => {
      const watched = readPlayedSummary(video);
      onVideoEnd(formatTime(secondsIn(watched.ranges)), isCompleted(watched), watched);
    });
  }
  function handleKey(event: KeyboardEvent) {
    markActive();
    // An open menu handles its own keys.
    if (event.target instanceof Element && event.target.closest('[role=menu]')) return;
    const actions = { toggleFullscreen: () => void toggleFullscreen(), toggleCaptions: captions.toggle };
    withVideo((video) => {
      if (runPlayerKey(event, video, actions)) event.preventDefault();
    });
  }

  const showsResumePosition = startAt !== undefined && !hasPlayed && !isFrameShown && playback.duration > 0;
  const isBarVisible = !playback.playing || !isIdle || isMenuOpen;
  return (
    <section
      ref={playerRef}
      tabIndex={-1}
      aria-label={t.player.region(title)}
      onKeyDown={handleKey}
      onPointerMove={markActive}
      onPointerLeave={(event) => event.pointerType === 'mouse' && markIdle()}
      onFocus={markActive}
      data-captions={isBarVisible && !captions.atTop ? 'raised' : 'low'}
      style={ratioStyle(props.aspectRatio ?? playback.aspectRatio)}
      className={clsx(
        'player',
        fullscreen && 'player-full',
        filling && 'player-fill',
        !isBarVisible && 'cursor-none',
      )}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: the trailer's captions, if any, are rendered as text tracks */}
      <video
        ref={videoRef}
        aria-label={title}
        className={clsx(
          'size-full object-contain transition-opacity duration-300',
          playback.aspectRatio === null && 'opacity-0',
        )}
        playsInline
        preload="metadata"
        disablePictureInPicture
        disableRemotePlayback
        controlsList="nodownload nofullscreen noremoteplayback"
        onPlay={handlePlay}
        onEnded={handleEnd}
        onPointerUp={(event) => {
          // A mouse click plays or pauses. A tap plays or pauses only while the controls are visible, and shows them.
          if (event.pointerType === 'mouse' ? event.button === 0 : isBarVisible && hasPlayed) toggle();
          markActive();
        }}
      >
        <CaptionTracks captions={captions.captions} />
        {t.player.noVideoSupport}
      </video>
      {posterUrl && <PosterCover url={posterUrl} shown={!isFrameShown} />}
      <PictureOverlay
        title={title}
        playback={playback}
        failed={source.failed}
        isWatermarkVisible={isWatermarkVisible}
        continuesAt={showsResumePosition ? startAt : undefined}
        contact={props.contact}
        onToggle={toggle}
        onRestart={restart}
        onRetry={source.retry}
      />
      <ControlBar
        playback={playback}
        visible={isBarVisible && !source.failed}
        fullscreen={fullscreen}
        captions={captions}
        menuOpen={isMenuOpen}
        onMenuOpenChange={setMenuOpen}
        container={playerRef}
        onToggle={toggle}
        onSeek={(percent) => withVideo((video) => playerCommands.dragTo(video, percent))}
        onSeekEnd={() => withVideo(finishSeek)}
        onToggleMute={() => withVideo(playerCommands.toggleMute)}
        onToggleFullscreen={() => void toggleFullscreen()}
      />
    </section>
  );
}
