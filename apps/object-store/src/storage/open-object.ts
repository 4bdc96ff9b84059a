import { close, closeSync, createReadStream, fstatSync, open } from 'node:fs';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { hasErrorCode } from './durable-files.js';
import { decodeRecord, type ObjectRecord, readExactly, readRecord } from './object-record.js';

/** Largest file that is read in one call, in bytes. Each call costs more than copying such a file. */
const MAX_WHOLE_READ = 512 * 1024;
/** Bytes per read of a larger file: enough to keep the disk busy, and small enough for hundreds of readers. */
const READ_SIZE = 256 * 1024;

/** An open object. A reader gets the whole object even if the key is overwritten or deleted meanwhile. */
export interface OpenObject {
  readonly record: ObjectRecord;
  /** Returns a part of the body, once: as a buffer if it is in memory. `end` is exclusive. */
  read(start: number, end: number): Buffer | Readable;
  /** Closes the file, and the stream of the body. */
  close(): Promise<void>;
}

const openFile = promisify(open);
const closeFile = promisify(close);

async function readWhole(file: number, size: number): Promise<OpenObject> {
  const whole = await readExactly(file, 0, size);
  const record = decodeRecord(whole, size);
  // The file is short, so that closing it is fast even if it was deleted meanwhile.
  closeSync(file);
  return { record, read: (start, end) => whole.subarray(start, end), close: async () => undefined };
}

async function readInParts(file: number, size: number): Promise<OpenObject> {
  const record = await readRecord(file, size);
  let stream: Readable | undefined;
  return {
    record,
    read: (start, end) => {
      stream = createReadStream('', { fd: file, start, end: end - 1, highWaterMark: READ_SIZE });
      return stream;
    },
    // A stream closes the file itself, once its last read has ended.
    close: async () => {
      if (stream) stream.destroy();
      else await closeFile(file);
    },
  };
}

/**
 * Opens an object file; returns undefined if there is none.
 *
 * @param withBody whether the caller reads the body too
 */
export async function openObject(path: string, withBody: boolean): Promise<OpenObject | undefined> {
  let file: number;
  try {
    file = await openFile(path, 'r');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  try {
    // The system has the size of an open file in memory.
    const { size } = fstatSync(file);
    return await (withBody && size <= MAX_WHOLE_READ ? readWhole(file, size) : readInParts(file, size));
  } catch (error) {
    await closeFile(file);
    throw error;
  }
}
