import { type Caption, formatTime } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useMessages } from '../../../../messages/use-messages.js';
import { ratioStyle } from '../../lib/aspect-ratio.js';
import { useContentProtection } from '../../lib/content-protection.js';
import { isCompleted, playedSummaryOf, watchedSeconds } from '../../lib/played-summary.js';
import { playerCommands, runPlayerKey } from '../../lib/player/player-commands.js';
import { useCaptions } from '../../lib/player/use-captions.js';
import { useCommands } from '../../lib/player/use-commands.js';
import { useFirstFrame } from '../../lib/player/use-first-frame.js';
import { useFullscreen } from '../../lib/player/use-fullscreen.js';
import { useIdle } from '../../lib/player/use-idle.js';
import { usePlayback } from '../../lib/player/use-playback.js';
import { usePositionReports } from '../../lib/player/use-position-reports.js';
import { useProgressReports } from '../../lib/player/use-progress-reports.js';
import { useVideoSource } from '../../lib/player/use-video-source.js';
import { useWatermark } from '../../lib/player/watermark/use-watermark.js';
import { CaptionTracks } from './caption-tracks.js';
import { ControlBar } from './control-bar.js';
import { PictureOverlay } from './picture-overlay.js';
import type { PlayerProps } from './player-props.js';
import { PosterCover } from './poster-cover.js';

const NO_CAPTIONS: readonly Caption[] = [];

/** The video with custom controls and none of the browser's (docs/product.md#player). */
export function Player(props: PlayerProps) {
  const t = useMessages();
  const { videoUrl, posterUrl, title, watermark, startAt } = props;
  const { onVideoStart, onVideoEnd, onProgress, onUnauthorized } = props;
  const playerRef = useRef<HTMLElement>(null);
  const videoRef = useRef<HTMLVideoElement>(null);
  const started = useRef(false);
  const [touched, setTouched] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);

  const { fullscreen, filling, toggle: toggleFullscreen } = useFullscreen(playerRef);
  const { idle, stir, rest } = useIdle();
  // Before the source: detaching it makes the element forget what it has played.
  useProgressReports(videoRef, onProgress);
  usePositionReports(videoRef, props.onPosition);
  const source = useVideoSource(videoRef, videoUrl, { onUnauthorized, onMissing: props.onMissing, startAt });
  // After the source, which sets the start position: the controls then show it at once.
  const playback = usePlayback(videoRef, startAt);
  const frameIsSeen = useFirstFrame(videoRef, startAt);
  const captions = useCaptions(videoRef, props.captions ?? NO_CAPTIONS);
  const markKept = useWatermark(playerRef, videoRef, watermark);
  useContentProtection();
  const tellDuration = useEffectEvent((seconds: number) => props.onDuration?.(seconds));
  useEffect(() => {
    if (playback.duration > 0) tellDuration(playback.duration);
  }, [playback.duration]);
  const { withVideo, toggle, restart } = useCommands(videoRef);

  // The large button disappears when pressed; focus must stay inside the player.
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
      const watched = playedSummaryOf(video);
      onVideoEnd(formatTime(watchedSeconds(watched)), isCompleted(watched), watched);
    });
  }
  function handleKey(event: KeyboardEvent) {
    stir();
    // An open menu handles its own keys.
    if (event.target instanceof Element && event.target.closest('[role=menu]')) return;
    const on = { toggleFullscreen: () => void toggleFullscreen(), toggleCaptions: captions.toggle };
    withVideo((video) => {
      if (runPlayerKey(event, video, on)) event.preventDefault();
    });
  }

  const isWaitingToContinue = startAt !== undefined && !touched && !frameIsSeen && playback.duration > 0;
  const barVisible = !playback.playing || !idle || menuOpen;
  return (
    <section
      ref={playerRef}
      tabIndex={-1}
      aria-label={t.player.region(title)}
      onKeyDown={handleKey}
      onPointerMove={stir}
      onPointerLeave={(event) => event.pointerType === 'mouse' && rest()}
      onFocus={stir}
      data-captions={barVisible && !captions.atTop ? 'raised' : 'low'}
      style={ratioStyle(props.aspectRatio ?? playback.aspectRatio)}
      className={clsx(
        'player',
        fullscreen && 'player-full',
        filling && 'player-fill',
        !barVisible && 'cursor-none',
      )}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: captions of the trailer, if any, are its text tracks */}
      <video
        ref={videoRef}
        aria-label={title}
        className={clsx(
          'size-full object-contain transition-opacity duration-700',
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
          // With touch a tap shows the controls; with a mouse a click plays and pauses.
          if (event.pointerType === 'mouse' ? event.button === 0 : barVisible && touched) toggle();
          stir();
        }}
      >
        <CaptionTracks captions={captions.captions} />
        {t.player.noVideoSupport}
      </video>
      {posterUrl && <PosterCover url={posterUrl} shown={!frameIsSeen} />}
      <PictureOverlay
        title={title}
        playback={playback}
        failed={source.failed}
        markKept={markKept}
        continuesAt={isWaitingToContinue ? startAt : undefined}
        contact={props.contact}
        onToggle={toggle}
        onRestart={restart}
        onRetry={source.retry}
      />
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
