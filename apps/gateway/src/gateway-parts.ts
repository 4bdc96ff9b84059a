import type { Logger } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import type { GatewayEnvironment } from './environment.js';
import type { ShedReport } from './overload/shed-report.js';

/** What a gateway is put together from. */
export interface GatewayParts {
  settings: GatewayEnvironment;
  logger: Logger;
  /** The connection for sessions and counters. */
  redis: Redis;
  report: ShedReport;
}
