import { ObjectChangedError } from '../storage/object-store.js';

/** The object storage did not do what it was asked, whoever is to blame for it but the file and this machine. */
export class StorageUnavailableError extends Error {
  constructor(cause: unknown) {
    super('the storage does not answer as it should', { cause });
    this.name = 'StorageUnavailableError';
  }
}

/** What the system says of the worker's own disk and memory. */
const OWN_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ENOENT', 'EACCES']);

/** Tells a storage that is away from all else that can go wrong. @throws StorageUnavailableError */
export async function fromStorage<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    signal.throwIfAborted();
    const isOwnError = OWN_ERRORS.has((error as NodeJS.ErrnoException).code ?? '');
    throw isOwnError || error instanceof ObjectChangedError ? error : new StorageUnavailableError(error);
  }
}

const FIRST_WAIT_SECONDS = 5;
/** The longest that a storage which is back goes unnoticed. */
const MAX_WAIT_SECONDS = 300;

/** Seconds until the next try. @param waits how often in a row it was away before */
export function secondsToWait(waits: number): number {
  return Math.min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.min(waits, 10));
}
