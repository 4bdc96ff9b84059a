import { createCipheriv } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Bytes per read and write. Each is a task of libuv's thread pool, so larger chunks wait less often. */
const CHUNK_BYTES = 2 ** 20;

/**
 * Encrypts a file as HLS players expect: AES-128 in CBC mode with PKCS7 padding over the whole segment (RFC
 * 8216, sections 4.3.2.4 and 5.2).
 *
 * @param iv initialisation vector of 16 bytes
 */
export async function encryptFile(
  path: string,
  key: Buffer,
  signal: AbortSignal,
  iv: Buffer,
): Promise<{ path: string; bytes: number; iv: Buffer }> {
  const encrypted = `${path}.encrypted`;
  await pipeline(
    createReadStream(path, { highWaterMark: CHUNK_BYTES }),
    createCipheriv('aes-128-cbc', key, iv),
    createWriteStream(encrypted, { highWaterMark: CHUNK_BYTES }),
    { signal },
  );
  return { path: encrypted, bytes: (await stat(encrypted)).size, iv };
}
