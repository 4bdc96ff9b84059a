import { playbackRoutes } from '@secure-preview/contracts';
import type Hls from 'hls.js';

const PLAYLIST_PATH = new RegExp(`${playbackRoutes.mediaPlaylist.path.replace(/:\w+/, '([^/?]+)')}$`);

/** Properties of hls.js that determine the companion rendition. */
type Tracks = Pick<Hls, 'audioTracks' | 'audioTrack' | 'loadLevelObj'>;

const renditionOf = (playlist: { url: string } | { uri: string } | null | undefined): string | undefined =>
  playlist ? PLAYLIST_PATH.exec('uri' in playlist ? playlist.uri : playlist.url)?.[1] : undefined;

/**
 * Returns the rendition that hls.js loads together with a given rendition: the audio of a video, or the video of an
 * audio rendition.
 *
 * @returns undefined if video and audio are in one rendition
 */
export function companionOf(
  { audioTracks, audioTrack, loadLevelObj }: Tracks,
  renditionId: string,
): string | undefined {
  const audio = renditionOf(audioTracks[audioTrack]);
  return audio === renditionId ? renditionOf(loadLevelObj) : audio;
}
