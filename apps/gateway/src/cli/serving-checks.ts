import { setTimeout as sleep } from 'node:timers/promises';
import { RpcListClient, redisFromUrl } from '@secure-preview/rpc';
import { formatError } from '@secure-preview/service-kit';
import { type Check, type Diagnosis, ok, problem, warning } from '@secure-preview/service-kit/doctor';
import { services } from '../rpc/rpc.module.js';

/** Limit for a response of Redis or the gateway. */
const TIMEOUT_MS = 5000;
const silentLogger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const withUnit = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** Channel of the replies to a gateway. Those of other callers also contain a name. */
const GATEWAY_CHANNEL = /^rpc:replies:[^:]+$/;

/** Returns the number of connected gateways. Each subscribes to its own channel. */
async function countGateways(url: string): Promise<number> {
  const redis = redisFromUrl(url, { retryStrategy: () => null, commandTimeout: TIMEOUT_MS });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const channels = (await redis.pubsub('CHANNELS', 'rpc:replies:*')) as string[];
    return channels.filter((name) => GATEWAY_CHANNEL.test(name)).length;
  } finally {
    redis.disconnect();
  }
}

async function countReplicas(
  url: string,
): Promise<readonly (readonly [service: string, replicas: number])[]> {
  const client = new RpcListClient({ url, logger: silentLogger });
  try {
    const connected = client.connect().catch(() => undefined);
    await Promise.race([connected, sleep(TIMEOUT_MS, undefined, { ref: false })]);
    return await Promise.all(
      services.map(async (service) => {
        const queue = await client.queueOf(service);
        if (queue === undefined) throw new Error('Redis does not respond');
        return [service, queue.replicas] as const;
      }),
    );
  } finally {
    await client.close();
  }
}

/** Checks that a gateway and every service are connected to the Redis for the calls. */
export function servingCheck({ RPC_REDIS_URL: url }: { RPC_REDIS_URL: string }): Check {
  return {
    name: 'processes',
    run: async (): Promise<Diagnosis[]> => {
      try {
        const gateways = await countGateways(url);
        const replicas = await countReplicas(url);
        return [
          gateways > 0
            ? ok(`${withUnit(gateways, 'gateway')} connected`)
            : problem(
                'no gateway is connected: the portal cannot be reached',
                'Start the gateway. If it does not start, check its log.',
              ),
          ...replicas.map(([service, count]) =>
            count > 0
              ? ok(`${withUnit(count, 'replica')} of ${service}-service`)
              : problem(
                  `no replica of ${service}-service takes calls`,
                  'Start it. If it is running, check its log and `/health/ready` on its internal port.',
                ),
          ),
        ];
      } catch (error) {
        return [problem(`the serving replicas are unknown (${formatError(error)})`, 'See “redis (calls)”.')];
      }
    },
  };
}

/** Returns the status of a GET. */
async function statusOf(url: URL): Promise<number> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.body?.cancel();
  return response.status;
}

/** Checks that the portal is ready at the URL that visitors use. */
export function gatewayCheck(portalUrl: string): Check {
  const { origin, hostname } = new URL(portalUrl);
  return {
    name: 'gateway',
    run: async () => {
      let status: number;
      try {
        status = await statusOf(new URL('/api/health/ready', origin));
        // Health checks accept any host name. Other routes check the host name.
        if (status === 200) status = await statusOf(new URL('/api/config', origin));
      } catch (error) {
        return warning(
          `${origin} cannot be reached from here (${formatError((error as Error).cause ?? error)})`,
          'Try again from a machine in the visitors’ network. If that fails too, start gateway and proxy.',
        );
      }
      if (status === 200) return ok(`ready at ${origin}`);
      if (status === 421) {
        return problem(
          `the gateway rejects requests for the host name ${hostname}`,
          `Set PUBLIC_ORIGIN of the gateway to ${origin}, or add ${hostname} to its ALLOWED_HOSTS.`,
        );
      }
      return status === 503
        ? problem(
            `the gateway at ${origin} is not ready yet`,
            'Wait until it has reached Redis and every service. Check its log if this takes long.',
          )
        : problem(
            `${origin} answers ${status}`,
            'Correct PUBLIC_ORIGIN, or check the proxy in front of the gateway.',
          );
    },
  };
}
