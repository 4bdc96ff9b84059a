/**
 * Format of POSIX.1-1988 (ustar). A backup contains only plain files with names of at most 100 bytes. It
 * has no extended headers.
 */
export const BLOCK = 512;
const NAME_BYTES = 100;
const MAGIC = 'ustar\0';
const PLAIN_FILE = '0';
/** Sizes are below 8 GiB. */
const SIZE = /^([0-7]{11})[ \0]$/;

/** Returns the number of bytes between the content of a file and the next header. */
export const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');

function checksum(header: Uint8Array): number {
  // The checksum field counts as spaces.
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

/** @throws Error for a name or size that the format does not support */
export function encodeHeader(name: string, size: number): Buffer {
  const digits = octal(size, 11);
  if (Buffer.byteLength(name) > NAME_BYTES || !SIZE.test(`${digits}\0`)) {
    throw new Error(`The archive format does not support ${name} with ${size} bytes`);
  }
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write(octal(0o600, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(digits, 124);
  header.write(octal(Math.floor(Date.now() / 1000), 11), 136);
  header.write(PLAIN_FILE, 156);
  header.write(`${MAGIC}00`, 257);
  header.write(`${octal(checksum(header), 6)}\0 `, 148);
  return header;
}

/** Decodes the header of a plain file. Returns undefined for any other header or a wrong checksum. */
export function decodeHeader(header: Buffer): { name: string; size: number } | undefined {
  const field = (start: number, end: number) => header.toString('latin1', start, end);
  const [, size] = SIZE.exec(field(124, 136)) ?? [];
  const isFile = field(257, 263) === MAGIC && field(156, 157) === PLAIN_FILE;
  if (size === undefined || !isFile || Number.parseInt(field(148, 155), 8) !== checksum(header)) return;
  const name = header.toString('utf8', 0, NAME_BYTES).replace(/\0.*$/s, '');
  return { name, size: Number.parseInt(size, 8) };
}
