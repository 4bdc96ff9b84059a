import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { type BrowserAddress, type DeclaredFile, limits, MINUTE_MS } from '@secure-preview/contracts';
import {
  BucketMissingError,
  type ListedObject,
  ObjectChangedError,
  type ObjectFacts,
  type ObjectReader,
  ObjectStore,
  type StoredObject,
} from '../object-store.js';
import { limitBytes } from './limit-bytes.js';
import { listObjects } from './list-objects.js';
import { observeClient } from './observe-client.js';
import { prepareBucket } from './prepare-bucket.js';
import { type S3Settings, s3Client } from './s3-client.js';
import { isBucketMissing, isMissingOrChanged, storageUnavailable, storeStatus } from './s3-errors.js';
import { UrlSigner } from './url-signer.js';

/** Milliseconds for one small object, retries included. */
const SMALL_MS = 20_000;
/** Limit for one segment or a whole source, in milliseconds. Idle connections are closed earlier. */
const LARGE_MS = 15 * MINUTE_MS;
/** Maximum bytes of an object that is buffered in memory for retries: any segment, most posters. */
const MAX_BUFFERED_BYTES = 8 * 2 ** 20;
/** Attempts to send a file. Each reads the file again, since a started stream cannot be resent. */
const FILE_ATTEMPTS = 3;
/** Bytes per file read. Each read is a task of libuv's thread pool; the default of 64 KiB needs 16 times as many. */
const READ_BYTES = 2 ** 20;

/** Stores objects in any S3-compatible store. An unavailable store is reported as `SERVICE_UNAVAILABLE`. */
export class S3ObjectStore extends ObjectStore {
  private readonly client: S3Client;
  private readonly signer: UrlSigner;
  private readonly Bucket: string;

  /** @param mayCreateBucket whether a missing bucket may be created. If so, a mistyped name creates a bucket. */
  constructor(
    private readonly settings: S3Settings,
    private readonly mayCreateBucket: () => Promise<boolean> = async () => false,
  ) {
    super();
    this.client = observeClient(s3Client(settings, settings.S3_ENDPOINT));
    this.signer = new UrlSigner(settings);
    this.Bucket = settings.S3_BUCKET;
  }

  async facts(Key: string): Promise<ObjectFacts | undefined> {
    try {
      const { ContentLength, ETag } = await this.client.send(
        new HeadObjectCommand({ Bucket: this.Bucket, Key }),
        { abortSignal: AbortSignal.timeout(SMALL_MS) },
      );
      if (ContentLength === undefined || ETag === undefined)
        throw new Error('the store returned no size or ETag');
      return { bytes: ContentLength, etag: ETag };
    } catch (error) {
      if (storeStatus(error) === 404) return undefined;
      throw storageUnavailable(error);
    }
  }

  async readStart(Key: string, etag: string, bytes: number): Promise<Uint8Array> {
    const Range = `bytes=0-${bytes - 1}`;
    const body = await this.open(Key, { IfMatch: etag, Range }, AbortSignal.timeout(SMALL_MS));
    const chunks: Buffer[] = [];
    await pipeline(body, limitBytes(bytes), async (source) => {
      for await (const chunk of source as AsyncIterable<Buffer>) chunks.push(chunk);
    });
    return Buffer.concat(chunks);
  }

  async download(Key: string, etag: string, file: string, signal: AbortSignal): Promise<void> {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(LARGE_MS)]);
    const body = await this.open(Key, { IfMatch: etag }, deadline);
    await pipeline(body, limitBytes(limits.video.maxBytes), createWriteStream(file, { flags: 'wx' }), {
      signal: deadline,
    });
  }

  async read(Key: string, signal: AbortSignal): Promise<StoredObject | undefined> {
    try {
      const { Body, ContentLength, ETag } = await this.client.send(
        new GetObjectCommand({ Bucket: this.Bucket, Key }),
        { abortSignal: AbortSignal.any([signal, AbortSignal.timeout(LARGE_MS)]) },
      );
      if (Body === undefined || ContentLength === undefined || ETag === undefined)
        throw new Error('the store returned no body, size or ETag');
      return { bytes: ContentLength, etag: ETag, body: Body as Readable };
    } catch (error) {
      if (isBucketMissing(error)) throw new BucketMissingError(this.Bucket);
      if (isMissingOrChanged(error)) return undefined;
      throw storageUnavailable(error);
    }
  }

  async putBytes(Key: string, Body: Uint8Array, ContentType: string): Promise<void> {
    const command = new PutObjectCommand({ Bucket: this.Bucket, Key, Body, ContentType });
    await this.client
      .send(command, { abortSignal: AbortSignal.timeout(SMALL_MS) })
      .catch((error: unknown) => Promise.reject(storageUnavailable(error)));
  }

  async putFile(Key: string, file: string, ContentType: string, signal: AbortSignal): Promise<void> {
    const { size: ContentLength } = await stat(file);
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(LARGE_MS)]);
    for (let attempt = 1; ; attempt++) {
      const Body = createReadStream(file, { highWaterMark: READ_BYTES });
      try {
        const command = new PutObjectCommand({ Bucket: this.Bucket, Key, Body, ContentLength, ContentType });
        await this.client.send(command, { abortSignal: deadline });
        return;
      } catch (error) {
        if (deadline.aborted || attempt === FILE_ATTEMPTS) throw error;
      } finally {
        Body.destroy();
      }
    }
  }

  async putStream(Key: string, body: AsyncIterable<Uint8Array>, ContentLength: number): Promise<void> {
    if (ContentLength <= MAX_BUFFERED_BYTES) return this.put(Key, await buffer(body));
    const stream = Readable.from(body, { objectMode: false });
    const stop = new AbortController();
    let sourceError: Error | undefined;
    // The client ignores stream errors. A failing source would crash the process, but not end the request.
    stream.on('error', (error) => {
      sourceError = error;
      stop.abort();
    });
    try {
      await this.put(Key, stream, ContentLength, stop.signal);
    } catch (error) {
      throw sourceError ?? error;
    } finally {
      stream.destroy();
    }
  }

  async delete(Key: string): Promise<void> {
    await this.client
      .send(new DeleteObjectCommand({ Bucket: this.Bucket, Key }), {
        abortSignal: AbortSignal.timeout(SMALL_MS),
      })
      .catch((error: unknown) => Promise.reject(storageUnavailable(error)));
  }

  async *list(): AsyncIterable<readonly ListedObject[]> {
    try {
      yield* listObjects(this.client, this.Bucket, SMALL_MS);
    } catch (error) {
      if (storeStatus(error) === 404) throw new BucketMissingError(this.Bucket);
      throw storageUnavailable(error);
    }
  }

  async hasBucket(timeoutMs = SMALL_MS): Promise<boolean> {
    try {
      const abortSignal = AbortSignal.timeout(timeoutMs);
      await this.client.send(new HeadBucketCommand({ Bucket: this.Bucket }), { abortSignal });
      return true;
    } catch (error) {
      if (storeStatus(error) === 404) return false;
      throw storageUnavailable(error);
    }
  }

  prepareBucket(): Promise<void> {
    return prepareBucket(this.client, this.Bucket, this.mayCreateBucket);
  }

  signPut(key: string, browser: BrowserAddress, seconds: number, file: DeclaredFile = {}): Promise<string> {
    return this.signer.put(key, browser, seconds, file);
  }

  signGet(key: string, reader: ObjectReader, seconds: number, contentType: string): Promise<string> {
    return this.signer.get(key, reader, seconds, contentType);
  }

  /** Puts an object, with `LARGE_MS` for the response. Resends a buffered body after a failure. */
  private async put(
    Key: string,
    Body: Buffer | Readable,
    ContentLength?: number,
    signal = new AbortController().signal,
  ): Promise<void> {
    const command = new PutObjectCommand({ Bucket: this.Bucket, Key, Body, ContentLength });
    const client = s3Client(this.settings, this.settings.S3_ENDPOINT, LARGE_MS);
    await client
      .send(command, { abortSignal: AbortSignal.any([signal, AbortSignal.timeout(LARGE_MS)]) })
      .catch((error: unknown) => Promise.reject(storageUnavailable(error)))
      .finally(() => client.destroy());
  }

  private async open(
    Key: string,
    condition: { IfMatch: string; Range?: string },
    abortSignal: AbortSignal,
  ): Promise<Readable> {
    try {
      const { Body } = await this.client.send(
        new GetObjectCommand({ Bucket: this.Bucket, Key, ...condition }),
        { abortSignal },
      );
      if (Body === undefined) throw new Error('the store returned no body');
      return Body as Readable;
    } catch (error) {
      if (isMissingOrChanged(error)) throw new ObjectChangedError(Key);
      throw storageUnavailable(error);
    }
  }
}
