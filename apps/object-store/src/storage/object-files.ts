import { access, link, readFile, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { S3Error } from '../s3-error.js';
import { BodyDigest, type ExpectedDigests } from './body-digest.js';
import { hasErrorCode, makeFolder, syncFolder } from './durable-files.js';
import { keyToPath } from './key-encoding.js';
import { encodeRecord, type ObjectRecord } from './object-record.js';
import { type OpenObject, openObject } from './open-object.js';
import { TemporaryFiles } from './temporary-files.js';

export interface NewObject {
  readonly body: AsyncIterable<Buffer>;
  /** Required size of the body in bytes. */
  readonly size: number;
  readonly headers: ObjectRecord['headers'];
  readonly metadata: ObjectRecord['metadata'];
  readonly digests: ExpectedDigests;
  /** Rejects the write instead of replacing an object. */
  readonly onlyIfAbsent: boolean;
}

/** Stores objects as files of one data folder. The files are the only state; nothing is cached in memory. */
export class ObjectFiles {
  private constructor(
    private readonly folder: string,
    private readonly temporary: TemporaryFiles,
  ) {}

  /** @param dataDir used by this process alone */
  static async open(dataDir: string): Promise<ObjectFiles> {
    const folder = join(dataDir, 'buckets');
    await makeFolder(folder);
    return new ObjectFiles(folder, await TemporaryFiles.open(join(dataDir, 'incoming')));
  }

  objectsFolder(bucket: string): string {
    return join(this.folder, bucket, 'objects');
  }

  private objectPath(bucket: string, key: string): string {
    return join(this.objectsFolder(bucket), keyToPath(key));
  }

  async createBucket(bucket: string): Promise<void> {
    await makeFolder(this.objectsFolder(bucket));
  }

  /** @throws S3Error NoSuchBucket */
  async requireBucket(bucket: string): Promise<void> {
    try {
      await access(this.objectsFolder(bucket));
    } catch (error) {
      if (!hasErrorCode(error, 'ENOENT')) throw error;
      throw new S3Error('NoSuchBucket', 'The specified bucket does not exist', { BucketName: bucket });
    }
  }

  /** Stores the CORS document of a bucket unchanged. */
  async writeCors(bucket: string, xml: Buffer): Promise<void> {
    await this.temporary.with(async (file, path) => {
      await file.writeFile(xml);
      await file.sync();
      await rename(path, join(this.folder, bucket, 'cors.xml'));
      await syncFolder(join(this.folder, bucket));
    });
  }

  async readCors(bucket: string): Promise<Buffer | undefined> {
    try {
      return await readFile(join(this.folder, bucket, 'cors.xml'));
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) return undefined;
      throw error;
    }
  }

  /** Opens the object of this key; returns undefined if there is none. The caller closes it. */
  open(bucket: string, key: string): Promise<OpenObject | undefined> {
    return openObject(this.objectPath(bucket, key), true);
  }

  async stat(bucket: string, key: string): Promise<ObjectRecord | undefined> {
    const object = await openObject(this.objectPath(bucket, key), false);
    await object?.close();
    return object?.record;
  }

  /**
   * Streams a body to disk, and puts it under its key once it is complete, verified and durable. At any
   * moment the key holds either the old object or the new one.
   *
   * @throws S3Error IncompleteBody, the mismatch of a digest, or PreconditionFailed for `onlyIfAbsent`
   */
  async write(bucket: string, key: string, object: NewObject): Promise<ObjectRecord> {
    return this.temporary.with(async (file, path) => {
      const digest = new BodyDigest(object.digests);
      let size = 0;
      for await (const chunk of object.body) {
        digest.update(chunk);
        size += chunk.length;
        await file.writeFile(chunk);
      }
      if (size !== object.size)
        throw new S3Error('IncompleteBody', 'The body ended before its Content-Length.');
      const etag = digest.verify();
      const { headers, metadata } = object;
      const record = { key, size, etag, lastModified: Date.now(), headers, metadata };
      await file.writeFile(encodeRecord(record));
      await file.sync();
      await this.place(path, this.objectPath(bucket, key), object.onlyIfAbsent);
      return record;
    });
  }

  private async place(from: string, to: string, onlyIfAbsent: boolean): Promise<void> {
    await makeFolder(dirname(to));
    try {
      // A hard link fails if the target exists; a rename would silently replace it.
      await (onlyIfAbsent ? link(from, to) : rename(from, to));
    } catch (error) {
      if (hasErrorCode(error, 'EEXIST')) throw objectExists();
      throw error;
    }
    await syncFolder(dirname(to));
  }

  /** Deletes these objects durably; a key without an object is not an error. */
  async remove(bucket: string, keys: readonly string[]): Promise<void> {
    const changed = new Set<string>();
    for (const key of keys) {
      const path = this.objectPath(bucket, key);
      try {
        await unlink(path);
        changed.add(dirname(path));
      } catch (error) {
        if (!hasErrorCode(error, 'ENOENT')) throw error;
      }
    }
    for (const folder of changed) await syncFolder(folder);
  }
}

/** Returns the error for `If-None-Match: *`. */
export function objectExists(): S3Error {
  const message = 'At least one of the pre-conditions you specified did not hold';
  return new S3Error('PreconditionFailed', message, { Condition: 'If-None-Match' });
}
