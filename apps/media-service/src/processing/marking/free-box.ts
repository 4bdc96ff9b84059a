import { appendFile } from 'node:fs/promises';

/** Bytes of the smallest box: its size and type (ISO/IEC 14496-12, 4.2). */
const BOX_HEADER = 8;

/** Returns a box of so many bytes that players skip (ISO/IEC 14496-12, 8.1.2). */
function freeBox(bytes: number): Buffer {
  const box = Buffer.alloc(bytes);
  box.writeUInt32BE(bytes);
  box.write('free', 4, 'latin1');
  return box;
}

/**
 * Pads two segments to equal size with free boxes, so that sizes do not tell them apart. Neither is padded if they are
 * equal, both are if the difference is less than a box.
 *
 * @returns the bytes that both have then
 */
export async function padToEqual(
  one: { readonly path: string; readonly bytes: number },
  other: { readonly path: string; readonly bytes: number },
): Promise<number> {
  if (one.bytes === other.bytes) return one.bytes;
  const [shorter, longer] = one.bytes < other.bytes ? [one, other] : [other, one];
  const missing = longer.bytes - shorter.bytes;
  const extra = missing < BOX_HEADER ? BOX_HEADER : 0;
  await appendFile(shorter.path, freeBox(missing + extra));
  if (extra > 0) await appendFile(longer.path, freeBox(extra));
  return longer.bytes + extra;
}
