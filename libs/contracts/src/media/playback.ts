import * as z from 'zod/mini';
import { http } from '../http/define-route.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { browserAddress } from './storage-address.js';

const opaque = z.string();
/** Media type of a playlist (RFC 8216, section 4). */
export const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';

export const playbackRoutes = {
  masterPlaylist: http({
    method: 'GET',
    path: '/api/media/trailers/:trailerId/master.m3u8',
    access: 'viewer',
    summary: 'Multivariant playlist of a trailer',
    params: z.object({ trailerId: opaque }),
    produces: PLAYLIST_TYPE,
    errors: ['NOT_FOUND'],
  }),
  mediaPlaylist: http({
    method: 'GET',
    path: '/api/media/renditions/:renditionId/playlist.m3u8',
    access: 'viewer',
    summary: 'Media playlist of one rendition',
    params: z.object({ renditionId: opaque }),
    produces: PLAYLIST_TYPE,
    errors: ['NOT_FOUND'],
  }),
  segment: http({
    method: 'GET',
    path: '/api/media/renditions/:renditionId/segments/:name',
    access: 'viewer',
    summary: 'Redirect to a short-lived address of a segment',
    params: z.object({ renditionId: opaque, name: opaque }),
    status: 302,
    errors: ['NOT_FOUND'],
  }),
  poster: http({
    method: 'GET',
    path: '/api/media/posters/:posterId',
    access: 'viewer',
    summary: 'Redirect to a short-lived address of a poster',
    params: z.object({ posterId: opaque }),
    status: 302,
    errors: ['NOT_FOUND'],
  }),
} as const;

const playlist = z.object({
  body: z.string(),
  trailer: z.object({ id: z.uuid(), durationSeconds: z.nullable(z.number()) }),
});
const signedAddress = z.object({ url: z.string() });

/** Playable: the trailer is active, or the asker is the administrator. */
const mayPreview = z.boolean();

export const playbackRpc = rpcGroup('media', {
  masterPlaylist: rpc({
    kind: 'query',
    pattern: 'media.playback.masterPlaylist',
    input: z.object({ trailerId: z.string(), mayPreview }),
    output: playlist,
    errors: ['NOT_FOUND'],
  }),
  mediaPlaylist: rpc({
    kind: 'query',
    pattern: 'media.playback.mediaPlaylist',
    input: z.object({ renditionId: z.string(), mayPreview }),
    output: playlist,
    errors: ['NOT_FOUND'],
  }),
  signSegment: rpc({
    kind: 'query',
    pattern: 'media.playback.signSegment',
    input: z.object({ renditionId: z.string(), name: z.string(), mayPreview, browser: browserAddress }),
    output: signedAddress,
    errors: ['NOT_FOUND'],
  }),
  signPoster: rpc({
    kind: 'query',
    pattern: 'media.playback.signPoster',
    input: z.object({ posterId: z.string(), browser: browserAddress }),
    output: signedAddress,
    errors: ['NOT_FOUND'],
  }),
});
