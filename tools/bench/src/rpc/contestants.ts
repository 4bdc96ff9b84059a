import { ClientRedis } from '@nestjs/microservices';
import { createRpcClient, RpcListClient } from '@secure-preview/rpc';
import { firstValueFrom, timeout } from 'rxjs';
import { benchRpc, type Message, type Method } from './contract.js';
import { nestRedisOptions } from './nest-redis-options.js';
import { Replicas } from './replicas.js';

/** Milliseconds after which a call over Nest's transport, which has no deadline, counts as lost. */
const LOST_MS = 5000;

/** One transport, with a client in this process and its servers in others. */
export interface Contestant {
  call(method: Method, message: Message): Promise<Message>;
  /** Returns the number of handler runs so far. */
  runs(): Promise<number>;
  stop(): Promise<void>;
}

export async function listContestant(redisUrl: string, replicas: number): Promise<Contestant> {
  const servers = await Replicas.start('list-server.process.js', replicas, redisUrl);
  const transport = new RpcListClient({ url: redisUrl });
  await transport.connect();
  const client = createRpcClient(benchRpc, transport);
  return {
    call: (method, message) => client[method](message),
    runs: () => servers.runs(),
    stop: async () => {
      await transport.close();
      await servers.stop();
    },
  };
}

export async function nestContestant(redisUrl: string, replicas: number): Promise<Contestant> {
  const servers = await Replicas.start('nest-server.process.js', replicas, redisUrl);
  const client = new ClientRedis(nestRedisOptions(redisUrl));
  await client.connect();
  return {
    call: (method, message) =>
      firstValueFrom(
        client.send<Message>(benchRpc.methods[method].pattern, message).pipe(timeout({ first: LOST_MS })),
      ),
    runs: () => servers.runs(),
    stop: async () => {
      await client.close();
      await servers.stop();
    },
  };
}
