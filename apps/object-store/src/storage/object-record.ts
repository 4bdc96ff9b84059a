import { read } from 'node:fs';
import { promisify } from 'node:util';

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

const readFile = promisify(read);

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

/** Bytes at the end of a file that contain the record, unless its metadata are long. */
const USUAL_RECORD_BYTES = 2048;

/** Reads from an open file. @throws Error when it has fewer bytes */
export async function readExactly(file: number, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await readFile(file, Buffer.allocUnsafeSlow(length), 0, length, position);
  if (bytesRead !== length) throw new Error('object file is shorter than stated in its record');
  return buffer;
}

/** Returns the length of the JSON before the footer of a file that ends with these bytes. */
function jsonLength(end: Buffer): number {
  if (end.length < FOOTER_BYTES || !end.subarray(-MAGIC.length).equals(MAGIC))
    throw new Error('object file has no record');
  return end.readUInt32BE(end.length - FOOTER_BYTES);
}

/**
 * Decodes the record from the last bytes of a file, which contain all of it.
 *
 * @throws Error when the file was not written by this store, or was truncated or changed since
 */
export function decodeRecord(end: Buffer, fileSize: number): ObjectRecord {
  const length = jsonLength(end);
  const bodySize = fileSize - FOOTER_BYTES - length;
  if (bodySize < 0) throw new Error('object file is shorter than stated in its record');
  const record: ObjectRecord = JSON.parse(
    end.toString('utf8', end.length - FOOTER_BYTES - length, end.length - FOOTER_BYTES),
  );
  if (record.size !== bodySize) throw new Error('size of the object file differs from its record');
  return record;
}

/** Reads the record of an open file. @throws Error as `decodeRecord` does */
export async function readRecord(file: number, fileSize: number): Promise<ObjectRecord> {
  const readEnd = (bytes: number) => {
    const length = Math.min(bytes, fileSize);
    return readExactly(file, fileSize - length, length);
  };
  const end = await readEnd(USUAL_RECORD_BYTES);
  const recordBytes = FOOTER_BYTES + jsonLength(end);
  return decodeRecord(recordBytes > end.length ? await readEnd(recordBytes) : end, fileSize);
}
