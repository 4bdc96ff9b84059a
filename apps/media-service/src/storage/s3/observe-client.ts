import type { S3Client } from '@aws-sdk/client-s3';
import { inChildSpan, secondsSince } from '@secure-preview/service-kit';
import { requestDuration } from './s3.metrics.js';
import { storeStatus } from './s3-errors.js';

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
          requestDuration.observe({ operation, outcome: 'ok' }, secondsSince(start));
          return response;
        } catch (error) {
          requestDuration.observe({ operation, outcome: outcomeOf(error) }, secondsSince(start));
          throw error;
        }
      },
    { step: 'initialize', name: 'observe', priority: 'high' },
  );
  return client;
}
