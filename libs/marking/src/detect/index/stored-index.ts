import { DESCRIPTOR_BYTES } from '../geometry/features.js';
import { THUMB_PIXELS } from '../video/thumbs.js';
import { THUMB_STRIDE, type TrailerIndex } from './trailer-index.js';

/** Version of the format. An index of another version is made again. */
export const INDEX_FORMAT = 1;

/** Ends with the version of the format. */
const MAGIC = Buffer.from(`SPMARK${String(INDEX_FORMAT).padStart(2, '0')}`);
const HEADER_BYTES = MAGIC.length + 8 + 8 + 4 + 4;
/** Number of the picture and of its features. */
const KEY_HEADER_BYTES = 8;
const POINT_BYTES = 8;

/** Returns the index as bytes, about 60 kB for each second of the trailer. */
export function storedIndex(index: TrailerIndex): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  header.writeDoubleLE(index.aspect, 8);
  header.writeDoubleLE(index.fps, 16);
  header.writeUInt32LE(index.frames, 24);
  header.writeUInt32LE(index.keys.length, 28);
  const parts: Uint8Array[] = [header, index.thumbs];
  for (const { frame, features } of index.keys) {
    const head = Buffer.alloc(KEY_HEADER_BYTES + features.count * POINT_BYTES);
    head.writeUInt32LE(frame, 0);
    head.writeUInt32LE(features.count, 4);
    features.points.forEach((value, at) => {
      head.writeFloatLE(value, KEY_HEADER_BYTES + at * 4);
    });
    parts.push(head, features.descriptors);
  }
  return Buffer.concat(parts);
}

/** Reads what `storedIndex` returned. Throws a `RangeError` if it is of another version, or damaged. */
export function readIndex(stored: Uint8Array): TrailerIndex {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC))
    throw new RangeError('The index has an unknown format.');
  const frames = bytes.readUInt32LE(24);
  let at = HEADER_BYTES;
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new RangeError('The index is too short.');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const thumbs = Uint8Array.from(take(Math.ceil(frames / THUMB_STRIDE) * THUMB_PIXELS));
  const keys = Array.from({ length: bytes.readUInt32LE(28) }, () => {
    const head = take(KEY_HEADER_BYTES);
    const [frame, count] = [head.readUInt32LE(0), head.readUInt32LE(4)];
    const points = take(count * POINT_BYTES);
    const features = {
      count,
      points: Float32Array.from({ length: count * 2 }, (_, n) => points.readFloatLE(n * 4)),
      descriptors: Uint8Array.from(take(count * DESCRIPTOR_BYTES)),
    };
    return { frame, features };
  });
  return { aspect: bytes.readDoubleLE(8), fps: bytes.readDoubleLE(16), frames, thumbs, keys };
}
