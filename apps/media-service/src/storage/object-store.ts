import type { BrowserAddress } from '@secure-preview/contracts';

export interface ObjectFacts {
  readonly bytes: number;
  /** As the store spells it, quotes included. */
  readonly etag: string;
}

/** The object is gone, or is no longer the one whose ETag was pinned. */
export class ObjectChangedError extends Error {
  constructor(key: string) {
    super(`object ${key} is missing or was replaced`);
    this.name = 'ObjectChangedError';
  }
}

/** Where uploads, segments and posters lie. Every call has a deadline; a store that is away rejects. */
export abstract class ObjectStore {
  /** What is stored under a key; undefined when nothing is. */
  abstract facts(key: string): Promise<ObjectFacts | undefined>;
  /** The first `bytes` bytes at most. @throws ObjectChangedError */
  abstract readStart(key: string, etag: string, bytes: number): Promise<Uint8Array>;
  /** Streams an object into a file, which must not exist. @throws ObjectChangedError */
  abstract download(key: string, etag: string, file: string, signal: AbortSignal): Promise<void>;
  abstract putBytes(key: string, body: Uint8Array, contentType: string): Promise<void>;
  /** Streams a file into an object. */
  abstract putFile(key: string, file: string, contentType: string, signal: AbortSignal): Promise<void>;
  /** Deletes an object; one that does not exist is no error. */
  abstract delete(key: string): Promise<void>;
  /** Makes the bucket, and lets browsers PUT to it and read from it, where that is not so yet. */
  abstract prepareBucket(): Promise<void>;
  /** An address to which a browser may PUT the object, for `seconds`. */
  abstract signPut(key: string, browser: BrowserAddress, seconds: number): Promise<string>;
  /** An address from which a browser may read the object, for `seconds`. */
  abstract signGet(
    key: string,
    browser: BrowserAddress,
    seconds: number,
    contentType: string,
  ): Promise<string>;
}
