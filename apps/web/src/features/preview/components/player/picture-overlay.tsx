import type { Playback } from '../../lib/player/use-playback.js';
import { type Contact, EndPanel } from './end-panel.js';
import { BigPlayButton, BufferingIndicator, ErrorPanel, WatermarkHiddenPanel } from './player-overlays.js';

interface PictureOverlayProps {
  title: string;
  playback: Playback;
  /** Whether the source failed and playback cannot continue. */
  failed: boolean;
  isWatermarkVisible: boolean;
  /** Resume position in seconds; undefined if playback starts at the beginning. */
  continuesAt: number | undefined;
  contact: Contact | undefined;
  onToggle: () => void;
  onRestart: () => void;
  onRetry: () => void;
}

/** Shows the overlay for the player's state: an error, the end panel, a spinner or the play button. */
export function PictureOverlay({
  title,
  playback,
  failed,
  isWatermarkVisible,
  ...props
}: PictureOverlayProps) {
  const { playing, ended, buffering } = playback;
  if (failed) return <ErrorPanel onRetry={props.onRetry} />;
  if (!isWatermarkVisible) return <WatermarkHiddenPanel />;
  if (ended) return <EndPanel title={title} contact={props.contact} onWatchAgain={props.onRestart} />;
  return (
    <>
      {buffering && <BufferingIndicator />}
      {!playing && (
        <BigPlayButton
          title={title}
          continuesAt={props.continuesAt}
          onPlay={props.onToggle}
          onRestart={props.onRestart}
        />
      )}
    </>
  );
}
