import type { Watcher } from './access.js';

export abstract class AccessLogRepository {
  /** Adds a line, unless this session has one in this minute or this command has one already. */
  abstract add(watcher: Watcher, commandId: string): Promise<void>;
}
