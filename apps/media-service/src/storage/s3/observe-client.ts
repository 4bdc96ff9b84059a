import type { S3Client } from '@aws-sdk/client-s3';
import { inChildSpan, metric, secondsSince } from '@secure-preview/service-kit';
import { storeStatus } from './s3-errors.js';

const duration = metric.seconds(
  'portal_s3_request_duration_seconds',
  'Time of a request to object storage until its response begins, including retries, by operation and outcome ' +
    '(ok, refused with a 4xx, or error).',
  ['operation', 'outcome'],
);

function outcomeOf(error: unknown): 'refused' | 'error' {
  const status = storeStatus(error);
  return status !== undefined && status >= 400 && status < 500 ? 'refused' : 'error';
}

/** Times and traces the requests of a client. */
export function observeClient(client: S3Client): S3Client {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const start = performance.now();
        const operation = commandName?.replace(/Command$/, '') ?? 'unknown';
        try {
          const attributes = () => ({
            'rpc.system.name': 'aws-api',
            'rpc.service': 'S3',
            'rpc.method': operation,
          });
          const response = await inChildSpan(`s3 ${operation}`, attributes, () => next(args));
          duration.observe({ operation, outcome: 'ok' }, secondsSince(start));
          return response;
        } catch (error) {
          duration.observe({ operation, outcome: outcomeOf(error) }, secondsSince(start));
          throw error;
        }
      },
    { step: 'initialize', name: 'observe', priority: 'high' },
  );
  return client;
}
