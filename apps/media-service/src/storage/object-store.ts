import type { BrowserAddress, DeclaredFile } from '@secure-preview/contracts';

export interface ObjectFacts {
  readonly bytes: number;
  /** As the store spells it, quotes included. */
  readonly etag: string;
}

export interface StoredObject extends ObjectFacts {
  readonly body: AsyncIterable<Uint8Array>;
}

export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  /** By the store's clock. */
  readonly modifiedAt: Date;
}

/** The object is gone, or is no longer the one whose ETag was pinned. */
export class ObjectChangedError extends Error {
  constructor(key: string) {
    super(`object ${key} is missing or was replaced`);
    this.name = 'ObjectChangedError';
  }
}

/** There is no bucket of that name. */
export class BucketMissingError extends Error {
  constructor(bucket: string) {
    super(`The bucket ${bucket} does not exist.`);
    this.name = 'BucketMissingError';
  }
}

/** A browser, or the gateway, which reaches the store as this service does. */
export type ObjectReader = BrowserAddress | 'gateway';

/** Where uploads, segments and posters lie. Every call has a deadline; a store that is away rejects. */
export abstract class ObjectStore {
  /** What is stored under a key; undefined when nothing is. */
  abstract facts(key: string): Promise<ObjectFacts | undefined>;
  /** The first `bytes` bytes at most. @throws ObjectChangedError */
  abstract readStart(key: string, etag: string, bytes: number): Promise<Uint8Array>;
  /** Streams an object into a file, which must not exist. @throws ObjectChangedError */
  abstract download(key: string, etag: string, file: string, signal: AbortSignal): Promise<void>;
  /**
   * An object's size and content, to be read to its end; undefined when nothing is stored under the key.
   *
   * @throws BucketMissingError
   */
  abstract read(key: string, signal: AbortSignal): Promise<StoredObject | undefined>;
  abstract putBytes(key: string, body: Uint8Array, contentType: string): Promise<void>;
  /** Streams a file into an object. */
  abstract putFile(key: string, file: string, contentType: string, signal: AbortSignal): Promise<void>;
  /** Sends an object of so many bytes on from wherever it comes; a large one cannot be sent twice. */
  abstract putStream(key: string, body: AsyncIterable<Uint8Array>, bytes: number): Promise<void>;
  /** Deletes an object; one that does not exist is no error. */
  abstract delete(key: string): Promise<void>;
  /** Everything in the bucket, a page of up to a thousand at a time. @throws BucketMissingError */
  abstract list(): AsyncIterable<readonly ListedObject[]>;
  /** Whether the bucket is there. @param withinMs milliseconds for the answer, tries included */
  abstract hasBucket(withinMs?: number): Promise<boolean>;
  /**
   * Lets browsers PUT to the bucket and read from it, where that is not so yet, and makes it where it may be made.
   *
   * @throws BucketMissingError
   */
  abstract prepareBucket(): Promise<void>;
  /** Returns an address to which a browser may PUT the file, of the declared size and type, for `seconds`. */
  abstract signPut(
    key: string,
    browser: BrowserAddress,
    seconds: number,
    file?: DeclaredFile,
  ): Promise<string>;
  /** An address from which the reader may read the object, for `seconds`. */
  abstract signGet(key: string, reader: ObjectReader, seconds: number, contentType: string): Promise<string>;
}
