import { fileTypeFromBuffer } from 'file-type';

/** Bytes of an upload that are inspected before it is accepted (docs/product.md#objects-and-trailers). */
export const SNIFFED_BYTES = 65_536;

/**
 * Media types, detected by content, of the containers that the worker reads: mov/mp4, matroska/webm, avi,
 * mpegts, mpeg, asf, flv, ogg. Audio-only files in the same containers are not included.
 */
const VIDEO_TYPES = new Set([
  'video/mp4',
  'video/x-m4v',
  'video/quicktime',
  'video/3gpp',
  'video/3gpp2',
  'video/matroska',
  'video/webm',
  'video/vnd.avi',
  'video/mp2t',
  'video/mpeg',
  'video/MP1S',
  'video/MP2P',
  'video/x-ms-asf',
  'application/vnd.ms-asf',
  'video/x-flv',
  'video/ogg',
  'application/ogg',
]);

/** Returns whether a file that begins with these bytes is a video by its content. */
export async function looksLikeVideo(start: Uint8Array): Promise<boolean> {
  try {
    const type = await fileTypeFromBuffer(start);
    return type !== undefined && VIDEO_TYPES.has(type.mime);
  } catch {
    // The detector throws if the bytes end inside a structure.
    return false;
  }
}
