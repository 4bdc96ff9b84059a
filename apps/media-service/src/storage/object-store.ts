import type { BrowserAddress, DeclaredFile } from '@secure-preview/contracts';

export interface ObjectFacts {
  readonly bytes: number;
  /** As returned by the store, with quotes. */
  readonly etag: string;
}

export interface StoredObject extends ObjectFacts {
  readonly body: AsyncIterable<Uint8Array>;
}

export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  /** Time by the store's clock. */
  readonly modifiedAt: Date;
}

/** Error for an object that is missing or has another ETag. */
export class ObjectChangedError extends Error {
  constructor(key: string) {
    super(`object ${key} is missing or was replaced`);
    this.name = 'ObjectChangedError';
  }
}

/** Error for a missing bucket. */
export class BucketMissingError extends Error {
  constructor(bucket: string) {
    super(`The bucket ${bucket} does not exist.`);
    this.name = 'BucketMissingError';
  }
}

/** Reader of an object: a browser, or the gateway, which uses the same URL of the store as this service. */
export type ObjectReader = BrowserAddress | 'gateway';

/**
 * Stores uploads, segments, posters and images of the gate. Every call has a deadline, and rejects when the store is unavailable.
 */
export abstract class ObjectStore {
  /** Returns size and ETag of an object; undefined when it does not exist. */
  abstract facts(key: string): Promise<ObjectFacts | undefined>;
  /** Returns at most the first `bytes` bytes. @throws ObjectChangedError */
  abstract readStart(key: string, etag: string, bytes: number): Promise<Uint8Array>;
  /** Streams an object into a file, which must not exist yet. @throws ObjectChangedError */
  abstract download(key: string, etag: string, file: string, signal: AbortSignal): Promise<void>;
  /**
   * Returns an object's size and content, to be read to its end; undefined when it does not exist.
   *
   * @throws BucketMissingError
   */
  abstract read(key: string, signal: AbortSignal): Promise<StoredObject | undefined>;
  abstract putBytes(key: string, body: Uint8Array, contentType: string): Promise<void>;
  /** Streams a file into an object. */
  abstract putFile(key: string, file: string, contentType: string, signal: AbortSignal): Promise<void>;
  /** Stores an object of `bytes` bytes from a stream. A large object cannot be resent. */
  abstract putStream(key: string, body: AsyncIterable<Uint8Array>, bytes: number): Promise<void>;
  /** Deletes an object. A missing object is not an error. */
  abstract delete(key: string): Promise<void>;
  /** Lists all objects in the bucket, in pages of up to a thousand. @throws BucketMissingError */
  abstract list(): AsyncIterable<readonly ListedObject[]>;
  /** Returns whether the bucket exists. @param timeoutMs limit including retries, in milliseconds */
  abstract hasBucket(timeoutMs?: number): Promise<boolean>;
  /**
   * Allows browsers to PUT to the bucket and to read from it. Creates a missing bucket if that is permitted.
   *
   * @throws BucketMissingError
   */
  abstract prepareBucket(): Promise<void>;
  /** Returns a URL for a PUT of the file, with the declared size and type, valid for `seconds`. */
  abstract signPut(
    key: string,
    browser: BrowserAddress,
    seconds: number,
    file?: DeclaredFile,
  ): Promise<string>;
  /** Returns a URL from which the reader may read the object, valid for `seconds`. */
  abstract signGet(key: string, reader: ObjectReader, seconds: number, contentType: string): Promise<string>;
}
