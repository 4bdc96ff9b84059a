import type { Logger } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import type { GatewayEnvironment } from './environment.js';
import type { ShedReport } from './overload/shed-report.js';

/** Settings and shared objects from which a gateway is built. */
export interface GatewayParts {
  settings: GatewayEnvironment;
  logger: Logger;
  /** The connection for sessions and counters. */
  redis: Redis;
  report: ShedReport;
}
