import type { Client } from './client.js';

/** Returns the paths of all media playlists of the active trailer: first its pictures, then its sound. */
async function playlistPaths(viewer: Client): Promise<string[]> {
  const { filePath } = (await viewer.get('/api/active-trailer')).json();
  const master = (await viewer.get(filePath)).text;
  const pictures = master.match(/^\/api\/media\/renditions\/\S+$/gm) ?? [];
  const sound = [...master.matchAll(/#EXT-X-MEDIA:.*URI="([^"]+)"/g)].map(([, path = '']) => path);
  return [...pictures, ...sound];
}

/** Returns the URLs in the object store of the segments of a playlist, as a native player is redirected to them. */
async function urlsOf(viewer: Client, playlist: string): Promise<URL[]> {
  const { text } = await viewer.get(playlist);
  const map = /#EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1] ?? '';
  const urls: URL[] = [];
  for (const name of [map, ...(text.match(/^\/api\/media\/\S+\.m4s$/gm) ?? [])]) {
    const answer = await viewer.get(name);
    if (answer.status !== 302) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
    urls.push(new URL(answer.headers.get('location') ?? ''));
  }
  return urls;
}

/** Returns the URLs of the smallest picture of the active trailer: its initialisation segment, then all others. */
export async function pictureUrls(viewer: Client): Promise<URL[]> {
  const [picture = ''] = await playlistPaths(viewer);
  return urlsOf(viewer, picture);
}

/** Returns the paths in the object store of all segments of the active trailer that a visitor is sent. */
export async function copyPaths(viewer: Client): Promise<Set<string>> {
  const paths = new Set<string>();
  for (const playlist of await playlistPaths(viewer))
    for (const { pathname } of await urlsOf(viewer, playlist)) paths.add(pathname);
  return paths;
}
