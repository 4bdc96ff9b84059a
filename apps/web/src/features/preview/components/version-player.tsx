import { Player, type PlayerProps } from './player/player.js';

type VersionPlayerProps = Omit<PlayerProps, 'onVideoStart' | 'onVideoEnd' | 'onProgress'>;

const nothing = () => undefined;

/** The player for whom nothing is recorded: the administrator, who looks at a version. */
export default function VersionPlayer(props: VersionPlayerProps) {
  return <Player {...props} onVideoStart={nothing} onVideoEnd={nothing} onProgress={nothing} />;
}
