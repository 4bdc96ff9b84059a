import type { IncomingMessage } from 'node:http';
import { S3Error } from '../s3-error.js';
import { BodyDigest, CHECKSUM_ALGORITHMS, type ExpectedDigests } from '../storage/body-digest.js';
import type { RequestContext } from './request-context.js';

/** Longest XML document of a request, in bytes: 1,000 keys of 1,024 bytes and their tags. */
const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024;

/** Maximum bytes of a rejected body that are read and dropped, so that the client can read the error. */
const MAX_DROPPED_BYTES = 64 * 1024 * 1024;
/** Maximum milliseconds for reading and dropping a rejected body. */
const MAX_DROPPING_TIME = 10_000;

const DIGEST_BYTES = { crc32: 4, sha1: 20, sha256: 32 } as const;

function readDigest(text: string | undefined, bytes: number, name: string): string | undefined {
  if (text === undefined) return undefined;
  const decoded = Buffer.from(text, 'base64');
  if (decoded.length === bytes && decoded.toString('base64') === text) return text;
  throw new S3Error('InvalidDigest', `The ${name} you specified is not valid.`);
}

/**
 * Returns the digests that a client sent for its body.
 *
 * @throws S3Error InvalidDigest for a malformed digest, NotImplemented for an algorithm that this server cannot verify
 */
export function expectedDigests({ request, payload }: RequestContext): ExpectedDigests {
  const names = [...Object.keys(request.headers), ...request.query.map(([name]) => name.toLowerCase())];
  const known: readonly string[] = CHECKSUM_ALGORITHMS.map((algorithm) => `x-amz-checksum-${algorithm}`);
  const unknown = names.find((name) => name.startsWith('x-amz-checksum-') && !known.includes(name));
  if (unknown || request.header('x-amz-trailer') !== undefined) {
    throw new S3Error('NotImplemented', `${unknown ?? 'x-amz-trailer'} is not supported.`);
  }
  const checksums = Object.fromEntries(
    CHECKSUM_ALGORITHMS.map((algorithm) => {
      const name = `x-amz-checksum-${algorithm}`;
      return [algorithm, readDigest(request.header(name), DIGEST_BYTES[algorithm], name)];
    }),
  );
  return {
    payloadSha256: payload.sha256,
    md5: readDigest(request.header('content-md5'), 16, 'Content-MD5'),
    checksums,
  };
}

/**
 * Returns the body as a stream of chunks. Leaving the loop early keeps the connection, which still needs a
 * response.
 */
export function bodyChunks(message: IncomingMessage): AsyncIterable<Buffer> {
  return { [Symbol.asyncIterator]: () => message.iterator({ destroyOnReturn: false }) };
}

/**
 * Reads and verifies a small document.
 *
 * @throws S3Error MaxMessageLengthExceeded, or the error of a digest that does not match
 */
export async function readDocument(context: RequestContext): Promise<Buffer> {
  const digest = new BodyDigest(expectedDigests(context));
  const chunks: Buffer[] = [];
  let size = 0;
  context.acceptBody();
  for await (const chunk of bodyChunks(context.message)) {
    size += chunk.length;
    if (size > MAX_DOCUMENT_BYTES) throw new S3Error('MaxMessageLengthExceeded', 'Your request was too big.');
    digest.update(chunk);
    chunks.push(chunk);
  }
  digest.verify();
  return Buffer.concat(chunks);
}

/**
 * Drops the rest of a body after its error was sent. Closing at once would reset the connection. A browser
 * that is still sending would then see a network error instead of the response.
 */
export function dropBody(message: IncomingMessage): void {
  if (message.complete || message.destroyed) return;
  let left = MAX_DROPPED_BYTES;
  const cut = () => message.socket.destroy();
  const timer = setTimeout(cut, MAX_DROPPING_TIME);
  timer.unref();
  message.once('close', () => clearTimeout(timer));
  message.on('error', cut);
  message.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) cut();
  });
  message.resume();
}
