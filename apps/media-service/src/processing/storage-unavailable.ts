import { ObjectChangedError } from '../storage/object-store.js';

/** Thrown when the object storage fails a request for reasons other than the file or this machine. */
export class StorageUnavailableError extends Error {
  constructor(cause: unknown) {
    super('object storage is unavailable or returned an error', { cause });
    this.name = 'StorageUnavailableError';
  }
}

/** Error codes of the worker's disk and file handles, not of the storage. */
const LOCAL_ERROR_CODES = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOENT',
  'EACCES',
]);

/** Wraps failures of the storage; passes on other errors. @throws StorageUnavailableError */
export async function mapStorageError<T>(signal: AbortSignal, operation: Promise<T>): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    signal.throwIfAborted();
    const isLocalError = LOCAL_ERROR_CODES.has((error as NodeJS.ErrnoException).code ?? '');
    throw isLocalError || error instanceof ObjectChangedError ? error : new StorageUnavailableError(error);
  }
}

const FIRST_WAIT_SECONDS = 5;
/** Maximum seconds between two attempts. */
const MAX_WAIT_SECONDS = 300;

/** Returns the seconds until the next attempt. @param waits consecutive waits before this one */
export function secondsToWait(waits: number): number {
  return Math.min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.min(waits, 10));
}
