import * as z from 'zod/mini';
import { http } from '../http/define-route.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { requester } from './requester.js';
import { browserAddress } from './storage-address.js';

const opaque = z.string();
/** Media type of a playlist (RFC 8216, section 4). */
export const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
/** Media type of a key: 16 raw bytes (RFC 8216, section 5.1). */
export const KEY_TYPE = 'application/octet-stream';

const namedUrls = z.array(z.object({ name: z.string(), url: z.string() }));

/** Presigned URLs of segments, which save a redirect for each segment. */
const segmentUrls = z.object({
  /** In playing order. Empty if browsers cannot reach the store: then the gateway relays each segment. */
  segments: namedUrls,
  /**
   * URLs of the companion rendition (query `with`), starting at its segment with the requested name. Empty if it has no
   * such segment. Of a marked trailer, starting at the segment that plays at the time of the requested one: its sound
   * has longer segments than its picture.
   */
  companion: z._default(namedUrls, []),
  /** Seconds from now for which all of these URLs are valid. */
  validSeconds: z.number(),
});

export const playbackRoutes = {
  masterPlaylist: http({
    method: 'GET',
    path: '/api/media/trailers/:trailerId/master.m3u8',
    access: 'viewer',
    summary: 'Multivariant playlist of a trailer',
    params: z.object({ trailerId: opaque }),
    produces: PLAYLIST_TYPE,
    errors: ['NOT_FOUND', 'ACCESS_ENDED'],
  }),
  mediaPlaylist: http({
    method: 'GET',
    path: '/api/media/renditions/:renditionId/playlist.m3u8',
    access: 'viewer',
    summary: 'Media playlist of one rendition',
    params: z.object({ renditionId: opaque }),
    produces: PLAYLIST_TYPE,
    errors: ['NOT_FOUND', 'ACCESS_ENDED'],
  }),
  key: http({
    method: 'GET',
    path: '/api/media/keys/:keyId',
    access: 'viewer',
    summary: 'Key of a trailer’s segments, 16 bytes',
    params: z.object({ keyId: opaque }),
    produces: KEY_TYPE,
    errors: ['NOT_FOUND', 'ACCESS_ENDED'],
  }),
  segment: http({
    method: 'GET',
    path: '/api/media/renditions/:renditionId/segments/:name',
    access: 'viewer',
    summary: 'Redirect to a short-lived URL of a segment, or the segment itself (MEDIA_DELIVERY)',
    params: z.object({ renditionId: opaque, name: opaque }),
    status: 302,
    errors: ['NOT_FOUND', 'ACCESS_ENDED'],
  }),
  segmentUrls: http({
    method: 'GET',
    path: '/api/media/renditions/:renditionId/segments/:name/urls',
    access: 'viewer',
    summary: 'Short-lived URLs of a segment and of those that play within the next 12 seconds',
    params: z.object({ renditionId: opaque, name: opaque }),
    /** `with`: rendition that plays together with this one, such as its audio. */
    query: z.object({ with: z.optional(opaque) }),
    response: segmentUrls,
    errors: ['NOT_FOUND', 'ACCESS_ENDED'],
  }),
  poster: http({
    method: 'GET',
    path: '/api/media/posters/:posterId',
    access: 'viewer',
    summary: 'Redirect to a short-lived URL of a poster, or the poster itself (MEDIA_DELIVERY)',
    params: z.object({ posterId: opaque }),
    status: 302,
    errors: ['NOT_FOUND'],
  }),
} as const;

const playedTrailer = z.object({ id: z.uuid(), durationSeconds: z.nullable(z.number()) });
const playlist = z.object({ body: z.string(), trailer: playedTrailer });

/** `redirect`: the browser fetches the URL. `proxy`: the gateway fetches it, because browsers cannot. */
const via = z._default(z.enum(['redirect', 'proxy']), 'redirect');
const presignedUrl = z.object({ url: z.string(), via });

/** Content of a rendition; `muxed` is video and audio in one. */
export const renditionKind = z.enum(['video', 'audio', 'muxed']);
export type RenditionKind = z.infer<typeof renditionKind>;

/** A segment, its presigned URL, and the part of the trailer that it plays. */
const signedSegment = z.object({
  name: z.string(),
  url: z.string(),
  /** Index in the rendition. Index 0 is the initialisation segment, which contains no picture or sound. */
  position: z.int().check(z.nonnegative()),
  /** Seconds of the trailer. */
  from: z.number(),
  to: z.number(),
  /** URL of the second variant of a marked segment. Bit 0 of a codeword selects `url`, bit 1 selects this. */
  twinUrl: z.optional(z.string()),
});
export type SignedSegment = z.infer<typeof signedSegment>;

export const playbackRpc = rpcGroup('media', {
  masterPlaylist: rpc({
    kind: 'query',
    pattern: 'media.playback.masterPlaylist',
    input: z.object({ trailerId: z.string(), mayPreview: requester.shape.mayPreview }),
    output: z.extend(playlist, {
      /** `active`: the trailer is shown to every viewer. Otherwise only the administrator previews it. */
      trailer: z.extend(playedTrailer, {
        active: z._default(z.boolean(), false),
        /** Whether each person is sent a copy of their own, chosen by a codeword. */
        marked: z._default(z.boolean(), false),
      }),
    }),
    errors: ['NOT_FOUND'],
  }),
  mediaPlaylist: rpc({
    kind: 'query',
    pattern: 'media.playback.mediaPlaylist',
    /** A long video's playlist exceeds the size of one message, so it is requested in pieces. */
    input: z.object({ renditionId: z.string(), from: z.optional(z.int()), ...requester.shape }),
    output: z.extend(playlist, { next: z._default(z.nullable(z.int()), null) }),
    errors: ['NOT_FOUND'],
  }),
  key: rpc({
    kind: 'query',
    pattern: 'media.playback.key',
    input: z.object({ keyId: z.string(), ...requester.shape }),
    output: z.object({
      key: z.base64(),
      /** The trailer of the key. Absent in answers of version 1.0. */
      trailerId: z.optional(z.uuid()),
    }),
    errors: ['NOT_FOUND'],
  }),
  signSegments: rpc({
    kind: 'query',
    pattern: 'media.playback.signSegments',
    input: z.object({
      renditionId: z.string(),
      /** Name of the first segment; ignored if `at` is given. */
      name: z.string(),
      /** Seconds of the trailer at which the first segment plays. */
      at: z.optional(z.number().check(z.nonnegative())),
      browser: browserAddress,
      /** Whether the caller chooses between the variants of marked segments. Otherwise none of these is signed. */
      variants: z._default(z.boolean(), false),
      ...requester.shape,
    }),
    output: z.object({
      trailer: z.extend(playedTrailer, { marked: z._default(z.boolean(), false) }),
      kind: renditionKind,
      via,
      /** The first segment and the next ones, in order, up to `limits.segmentWindow`. */
      segments: z.array(signedSegment).check(z.minLength(1)),
      /** Whether `segments` includes the last segment of the rendition. */
      complete: z.boolean(),
    }),
    errors: ['NOT_FOUND'],
  }),
  /**
   * Returns the codeword of a person for a marked trailer, which never changes. Draws it if there is none.
   */
  codeword: rpc({
    kind: 'command',
    pattern: 'media.playback.codeword',
    input: z.object({ trailerId: z.uuid(), markId: z.uuid(), ...requester.shape }),
    output: z.object({
      /** Bit `k` selects the variant of the segment at position `k + 1`, lowest bit of a byte first. */
      bits: z.base64(),
      /** Secret of the trailer, with which records of deliveries hide the variant. */
      salt: z.base64(),
    }),
    errors: ['NOT_FOUND'],
  }),
  signPoster: rpc({
    kind: 'query',
    pattern: 'media.playback.signPoster',
    input: z.object({ posterId: z.string(), browser: browserAddress, ...requester.shape }),
    output: presignedUrl,
    errors: ['NOT_FOUND'],
  }),
});
