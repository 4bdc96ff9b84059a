export { type UntilOptions, until } from '@secure-preview/embedded';
export { type CommandOutcome, runInProcess } from './commands/run-in-process.js';
export { runNode } from './commands/run-node.js';
export { HttpLoad, type LoadRequest, type Outcome } from './load/http-load.js';
export { isRetryableRejection, isSuccess, quantile, successShare } from './load/outcomes.js';
export { type Sample, samplesOf, sumOf } from './metrics/prometheus-text.js';
export { startTestObjectStore, type TestObjectStore } from './servers/object-store.js';
export { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from './servers/otlp-receiver.js';
export { startTestPostgres, type TestDatabase, type TestPostgres } from './servers/postgres.js';
export { findChromium, findFfmpeg, findFirefox, findWebKitDriver } from './servers/programs.js';
export { deleteRedisKeys, flushRedis, startTestRedis, type TestRedis } from './servers/redis.js';
export {
  type RedisMember,
  startTestRedisSentinel,
  type TestRedisSentinel,
} from './servers/redis-sentinel.js';
export { type ReceivedMail, reply, type SmtpBehaviour, SmtpReceiver } from './servers/smtp-receiver.js';
export { testCertificate } from './servers/test-certificate.js';
export { startTestServer, type TestServer, temporaryDir } from './servers/test-server.js';
export { type ReceivedWebhook, WebhookReceiver } from './servers/webhook-receiver.js';
