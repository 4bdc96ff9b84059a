import type { FileHandle } from 'node:fs/promises';

/** Metadata of an object. */
export interface ObjectRecord {
  readonly key: string;
  /** Size of the body in bytes. */
  readonly size: number;
  /** Hex MD5 of the body, without the quotes that HTTP adds. */
  readonly etag: string;
  /** Milliseconds since the epoch. */
  readonly lastModified: number;
  /** Standard response headers by lower-case name, such as `content-type`. */
  readonly headers: Readonly<Record<string, string>>;
  /** User metadata by lower-case name, without `x-amz-meta-`. */
  readonly metadata: Readonly<Record<string, string>>;
}

const MAGIC = Buffer.from('SPOBJ001');
const FOOTER_BYTES = 4 + MAGIC.length;

/**
 * Encodes the record, which follows the body in the same file, so that one rename replaces both. The format is
 * JSON, the length of the JSON as a 32-bit number, and a magic word.
 */
export function encodeRecord(record: ObjectRecord): Buffer {
  const json = Buffer.from(JSON.stringify(record));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([json, length, MAGIC]);
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead !== length) throw new Error('object file is shorter than stated in its record');
  return buffer;
}

/** @throws Error when the file was not written by this store, or was truncated or changed since */
export async function readRecord(file: FileHandle): Promise<ObjectRecord> {
  const { size: fileSize } = await file.stat();
  if (fileSize < FOOTER_BYTES) throw new Error('object file has no record');
  const footer = await readExactly(file, fileSize - FOOTER_BYTES, FOOTER_BYTES);
  if (!footer.subarray(4).equals(MAGIC)) throw new Error('object file has no record');
  const length = footer.readUInt32BE(0);
  const bodySize = fileSize - FOOTER_BYTES - length;
  if (bodySize < 0) throw new Error('object file is shorter than stated in its record');
  const record: ObjectRecord = JSON.parse((await readExactly(file, bodySize, length)).toString());
  if (record.size !== bodySize) throw new Error('size of the object file differs from its record');
  return record;
}
