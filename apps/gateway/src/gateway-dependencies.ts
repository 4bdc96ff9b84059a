import type { Logger } from '@secure-preview/service-kit';
import type { GatewayEnvironment } from './environment.js';
import type { ShedReport } from './overload/shed-report.js';
import type { AccessRules } from './sessions/access-rules.js';
import type { Levels } from './sessions/levels.js';
import type { SessionRedis } from './sessions/session-scripts.js';

/** Settings and shared objects that the modules of a gateway use. */
export interface GatewayDependencies {
  settings: GatewayEnvironment;
  logger: Logger;
  /** Connection for sessions and counters. */
  redis: SessionRedis;
  levels: Levels;
  rules: AccessRules;
  report: ShedReport;
}
