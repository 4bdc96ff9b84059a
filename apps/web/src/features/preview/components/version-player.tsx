import { Player } from './player/player.js';
import type { PlayerProps } from './player/player-props.js';

type VersionPlayerProps = Omit<PlayerProps, 'onVideoStart' | 'onVideoEnd' | 'onProgress'>;

const noop = () => undefined;

/** Plays a version for the administrator without recording a viewing session. */
export default function VersionPlayer(props: VersionPlayerProps) {
  return <Player {...props} onVideoStart={noop} onVideoEnd={noop} onProgress={noop} />;
}
