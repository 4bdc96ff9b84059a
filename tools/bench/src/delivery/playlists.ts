/** One segment of a media playlist. */
export interface Segment {
  /** URI as written in the playlist. */
  uri: string;
  /** In seconds. */
  duration: number;
}

/** The content of a media playlist that viewers need (RFC 8216, section 4.3.3). */
export interface MediaPlaylist {
  /** The initialisation segment. */
  map: string | undefined;
  /** URIs of all keys, without duplicates. */
  keys: string[];
  segments: Segment[];
}

interface Variant {
  uri: string;
  /** Peak, in bits per second. */
  bandwidth: number;
  audio: string | undefined;
}

/**
 * Choice of a viewer with a fast line: the variant with the highest bit rate, and its audio if that is
 * separate.
 */
export interface Choice {
  video: string;
  audio: string | undefined;
  /** Peak of video and audio together, in bits per second. */
  bandwidth: number;
}

function attributes(line: string): Map<string, string> {
  const matches = line.matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^,]*))/g);
  return new Map([...matches].map(([, name = '', quoted, plain = '']) => [name, quoted ?? plain]));
}

const nonEmptyLines = (text: string) => text.split(/\r?\n/).filter((line) => line !== '');

/** Reads a multivariant playlist (RFC 8216, section 4.3.4). */
export function chooseBest(text: string): Choice {
  const lines = nonEmptyLines(text);
  const audioByGroup = new Map<string, string>();
  const variants: Variant[] = [];
  lines.forEach((line, index) => {
    if (line.startsWith('#EXT-X-MEDIA:')) {
      const media = attributes(line);
      const uri = media.get('URI');
      if (media.get('TYPE') === 'AUDIO' && uri) audioByGroup.set(media.get('GROUP-ID') ?? '', uri);
    }
    if (line.startsWith('#EXT-X-STREAM-INF:')) {
      const stream = attributes(line);
      const bandwidth = Number(stream.get('BANDWIDTH'));
      variants.push({ uri: lines[index + 1] ?? '', bandwidth, audio: stream.get('AUDIO') });
    }
  });
  const [best] = variants.sort((a, b) => b.bandwidth - a.bandwidth);
  if (!best) throw new Error('The playlist contains no variant');
  const audio = best.audio === undefined ? undefined : audioByGroup.get(best.audio);
  return { video: best.uri, audio, bandwidth: best.bandwidth };
}

/** Reads a media playlist. */
export function readMediaPlaylist(text: string): MediaPlaylist {
  const playlist: MediaPlaylist = { map: undefined, keys: [], segments: [] };
  let duration: number | undefined;
  for (const line of nonEmptyLines(text)) {
    const uri = attributes(line).get('URI');
    if (line.startsWith('#EXT-X-MAP:')) playlist.map = uri;
    else if (line.startsWith('#EXT-X-KEY:') && uri && !playlist.keys.includes(uri)) playlist.keys.push(uri);
    else if (line.startsWith('#EXTINF:')) duration = Number.parseFloat(line.slice(8));
    else if (!line.startsWith('#') && duration !== undefined) {
      playlist.segments.push({ uri: line, duration });
      duration = undefined;
    }
  }
  return playlist;
}
