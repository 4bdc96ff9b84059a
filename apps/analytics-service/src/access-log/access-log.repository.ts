import type { Watcher } from './access.js';

export abstract class AccessLogRepository {
  /** Adds a line, or does nothing when this session has one for this minute. */
  abstract add(watcher: Watcher): Promise<void>;
}
