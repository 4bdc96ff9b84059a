import { Player } from './player/player.js';
import type { PlayerProps } from './player/player-props.js';

type VersionPlayerProps = Omit<PlayerProps, 'onVideoStart' | 'onVideoEnd' | 'onProgress'>;

const nothing = () => undefined;

/** A player that records nothing, for the administrator's preview of a version. */
export default function VersionPlayer(props: VersionPlayerProps) {
  return <Player {...props} onVideoStart={nothing} onVideoEnd={nothing} onProgress={nothing} />;
}
