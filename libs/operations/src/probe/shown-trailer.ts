import { activeTrailer, routes } from '@secure-preview/contracts';
import type { PortalClient } from './portal-client.js';
import type { Visitor } from './visitor.js';

/** Paths of the shown trailer, as a player finds them. */
export interface ShownTrailer {
  /** Playlists, key, segments, poster and captions. */
  readonly paths: readonly string[];
  /** Segments of one rendition. */
  readonly segments: readonly string[];
}

/** Number of segments to probe. */
const SEGMENTS = 2;

/** Returns the paths in a playlist. */
const addressesIn = (playlist: string): string[] => playlist.match(/\/api\/media\/[^\s"]+/g) ?? [];
const isSegment = (path: string) => path.includes('/segments/');

/** Reads playlists as a player does. @throws Error whose message says what is missing */
export async function findShownTrailer(client: PortalClient, { cookie }: Visitor): Promise<ShownTrailer> {
  const read = async (path: string) => {
    const { status, body } = await client.request(path, { headers: { cookie } });
    if (status !== 200) throw new Error(`${path} returned ${status}`);
    return body;
  };
  const trailer = activeTrailer.parse(JSON.parse(await read(routes.trailers.active.path)));
  if (trailer.filePath === null) throw new Error('the trailer cannot be played yet');
  const playlists = addressesIn(await read(trailer.filePath)).filter((path) => path.endsWith('.m3u8'));
  const [first = ''] = playlists;
  const listed = [...new Set(addressesIn(await read(first)))];
  const segments = listed.filter(isSegment).slice(0, SEGMENTS);
  const otherFiles = listed.filter((path) => !isSegment(path));
  const extras = [trailer.posterPath, ...trailer.captions.map(({ path }) => path)];
  const paths = [trailer.filePath, ...playlists, ...otherFiles, ...segments, ...extras].filter(
    (path): path is string => path !== null,
  );
  return { paths: [...new Set(paths)], segments };
}
