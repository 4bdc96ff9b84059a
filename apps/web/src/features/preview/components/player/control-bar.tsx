import { formatTime } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { Maximize, Minimize, Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { Tooltip } from 'radix-ui';
import type { RefObject } from 'react';
import { useMessages } from '../../../../messages/use-messages.js';
import { tooltipDelays } from '../../lib/player/player-limits.js';
import type { CaptionChoice } from '../../lib/player/use-captions.js';
import type { Playback } from '../../lib/player/use-playback.js';
import { CaptionsMenu } from './captions-menu.js';
import { ControlButton } from './control-button.js';
import { SeekSlider } from './seek-slider.js';

interface ControlBarProps {
  playback: Playback;
  visible: boolean;
  fullscreen: boolean;
  captions: CaptionChoice;
  menuOpen: boolean;
  /** Portal target of menus and tooltips. It must be inside the fullscreen element. */
  container: RefObject<HTMLElement | null>;
  onMenuOpenChange: (open: boolean) => void;
  onToggle: () => void;
  onSeek: (percent: number) => void;
  onSeekEnd: () => void;
  onToggleMute: () => void;
  onToggleFullscreen: () => void;
}

/** Shows the player's controls. The caller decides when they are visible (docs/product.md#player). */
export function ControlBar({
  playback,
  visible,
  fullscreen,
  captions,
  menuOpen,
  container,
  ...handlers
}: ControlBarProps) {
  const t = useMessages().player;
  const { playing, muted, seeking, time, duration } = playback;
  return (
    <Tooltip.Provider delayDuration={tooltipDelays.openMs} skipDelayDuration={tooltipDelays.skipMs}>
      <div
        data-testid="control-bar"
        data-visible={visible}
        data-over-watermark
        // Films run from left to right in every language.
        dir="ltr"
        className={clsx(
          'absolute inset-x-0 bottom-0 z-10 flex flex-wrap items-center px-1.5 pt-4 pb-0.5 transition-opacity duration-300 @lg:flex-nowrap @lg:gap-1 @lg:px-4 @lg:pb-3',
          // The shade reaches above the bar, where it must not take clicks.
          'before:pointer-events-none before:absolute before:inset-x-0 before:top-0 before:bottom-0 before:-z-1 before:bg-linear-to-t before:from-black/90 before:via-black/55 before:to-transparent @lg:before:-top-8',
          visible ? 'opacity-100' : 'pointer-events-none opacity-0 focus-within:opacity-100',
        )}
      >
        <ControlButton label={playing ? t.pause : t.play} container={container} onPress={handlers.onToggle}>
          {playing ? <Pause className="fill-current" /> : <Play className="fill-current" />}
        </ControlButton>
        <SeekSlider
          time={time}
          duration={duration}
          seeking={seeking}
          onSeek={handlers.onSeek}
          onSeekEnd={handlers.onSeekEnd}
        />
        <p className="px-1.5 text-xs whitespace-nowrap text-foreground tabular-nums @max-lg:me-auto @lg:px-3 @lg:text-sm">
          {formatTime(time)}
          <span className="text-foreground/80"> / {formatTime(duration)}</span>
        </p>
        <ControlButton
          label={muted ? t.unmute : t.mute}
          container={container}
          onPress={handlers.onToggleMute}
        >
          {muted ? <VolumeX /> : <Volume2 />}
        </ControlButton>
        {captions.captions.length > 0 && (
          <CaptionsMenu
            choice={captions}
            open={menuOpen}
            onOpenChange={handlers.onMenuOpenChange}
            container={container}
          />
        )}
        <ControlButton
          label={fullscreen ? t.leaveFullscreen : t.fullscreen}
          container={container}
          onPress={handlers.onToggleFullscreen}
        >
          {fullscreen ? <Minimize /> : <Maximize />}
        </ControlButton>
      </div>
    </Tooltip.Provider>
  );
}
