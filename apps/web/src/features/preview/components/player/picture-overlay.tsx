import type { Playback } from '../../lib/player/use-playback.js';
import { type Contact, EndPanel } from './end-panel.js';
import { BigPlayButton, BufferingSign, ErrorPanel, MarkPanel } from './player-overlays.js';

interface PictureOverlayProps {
  title: string;
  playback: Playback;
  /** The source failed and playback cannot continue. */
  failed: boolean;
  markKept: boolean;
  /** Seconds at which playback continues; undefined if it starts at the beginning. */
  continuesAt: number | undefined;
  contact: Contact | undefined;
  onToggle: () => void;
  onRestart: () => void;
  onRetry: () => void;
}

/** Everything over the picture except the mark and the controls. */
export function PictureOverlay({ title, playback, failed, markKept, ...props }: PictureOverlayProps) {
  const { playing, ended, buffering } = playback;
  if (failed) return <ErrorPanel onRetry={props.onRetry} />;
  if (!markKept) return <MarkPanel />;
  if (ended) return <EndPanel title={title} contact={props.contact} onWatchAgain={props.onRestart} />;
  return (
    <>
      {buffering && <BufferingSign />}
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
