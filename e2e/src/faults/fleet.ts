import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, selectRows, urlsOf, withClient } from '@secure-preview/embedded';
import {
  type Backing,
  migrateAll,
  ProcessManager,
  type ServiceName,
  type Settings,
  serviceProgram,
} from '@secure-preview/standalone';
import {
  findFfmpeg,
  startTestPostgres,
  startTestRedis,
  sumOf,
  type TestDatabase,
  type TestPostgres,
  type TestRedis,
  temporaryDir,
  until,
} from '@secure-preview/testing';
import { z } from 'zod';
import { UPLOAD_PASSWORD } from '../support/portal.js';
import { type ObjectStoreProcess, startObjectStoreProcess } from './object-store-process.js';
import { type FrontProxy, startProxy } from './proxy.js';

/** Number of replicas of each service. */
const REPLICAS = {
  'auth-service': 2,
  'media-service': 2,
  'media-worker': 2,
  'analytics-service': 3,
  gateway: 3,
  notifier: 2,
} as const satisfies Record<ServiceName, number>;

export type ReplicaName = `${ServiceName}-${number}`;
const namesOf = (replicas: Readonly<Record<ServiceName, number>>) =>
  Object.entries(replicas).flatMap(([service, count]) =>
    Array.from({ length: count }, (_, index) => `${service}-${index + 1}` as ReplicaName),
  );
export const replicaNames = namesOf(REPLICAS);
export const replicasOf = (service: ServiceName) =>
  replicaNames.filter((name) => serviceOf(name) === service);
/** Returns the service of a replica: `analytics-service` for `analytics-service-2`. */
export const serviceOf = (name: ReplicaName) => name.replace(/-\d+$/, '') as ServiceName;

export interface FleetOptions {
  /** Number of replicas of services, if it differs from `REPLICAS`. */
  replicas?: Partial<Record<ServiceName, number>>;
  /**
   * Returns additional variables for one process: `redis`, `postgres`, `object-store`, or the name of a replica.
   */
  envOf?: (process: string) => NodeJS.ProcessEnv;
  /** Returns the Redis URL for a replica, such as the URL of a relay; default: the URL of the server. */
  redisUrlOf?: (name: ReplicaName, url: string) => Promise<string>;
  /** Data folder of the object store. */
  objectsDir?: string;
}

/**
 * The built portal with several replicas of every service, on separate servers, behind the proxy of
 * `deploy/`.
 */
export class Fleet {
  private readonly internalPorts = new Map<ReplicaName, number>();
  private readonly gatewayPorts = new Map<ReplicaName, number>();
  private readonly running = new Map<string, number>();
  private readonly replaced = new Set<string>();
  /** Messages of the supervisor about processes that exited unexpectedly. */
  readonly unexpectedExits: string[] = [];
  private readonly processes: ProcessManager;

  private constructor(
    readonly dir: string,
    readonly postgres: TestPostgres,
    readonly database: TestDatabase,
    readonly redis: TestRedis,
    readonly objectStore: ObjectStoreProcess,
  ) {
    this.processes = new ProcessManager(dir, {
      spawned: (name, { pid }) => this.running.set(name, pid),
      log: (line) => {
        const [name = ''] = line.split(' ');
        if (!this.replaced.has(name))
          this.unexpectedExits.push(`${line}\n${this.processes.log(name).tail(15)}`);
      },
      isConfidential: () => false,
    });
  }

  private proxy: FrontProxy | undefined;

  /** URL for visitors. */
  get url(): string {
    if (this.proxy === undefined) throw new Error('The fleet has no proxy yet');
    return this.proxy.url;
  }

  static async start(options: FleetOptions = {}): Promise<Fleet> {
    const { envOf = () => ({}) } = options;
    const dir = temporaryDir('fleet');
    const [postgres, redis, objectStore] = await Promise.all([
      startTestPostgres(envOf('postgres')),
      startTestRedis(envOf('redis')),
      startObjectStoreProcess(options.objectsDir ?? join(dir, 'objects'), envOf('object-store')),
    ]);
    const fleet = new Fleet(dir, postgres, await postgres.createDatabase(), redis, objectStore);
    try {
      await fleet.startServices(options);
      return fleet;
    } catch (error) {
      await fleet.dispose();
      throw error;
    }
  }

  private async startServices(options: FleetOptions): Promise<void> {
    const { replicas, envOf = () => ({}), redisUrlOf } = options;
    const { ffmpeg, ffprobe } = await findFfmpeg();
    const { PATH, TZ } = process.env;
    const env = { PATH, TZ, UPLOAD_PASSWORD, LEADS_PER_MINUTE_PER_IP: '1000000', TRUST_PROXY: '127.0.0.0/8' };
    const backing: Backing = {
      databaseUrls: urlsOf((role) => this.database.urlOf(role)),
      databaseAdminUrl: this.database.adminUrl,
      redisUrl: this.redis.url,
      // One server has both roles here, so each fault of Redis affects sessions and calls at once.
      rpcRedisUrl: this.redis.url,
      s3: this.objectStore.settings,
      sessionSecret: 'the session secret of a fleet under test',
      mediaSecret: 'the media secret of a fleet that is under test',
      outboxSecret: 'the outbox secret of a fleet under test',
      ffmpeg,
      ffprobe,
    };
    const settings = (port: number): Settings => ({
      dataDir: this.dir,
      host: '127.0.0.1',
      port,
      databaseUrl: undefined,
      databaseAdminUrl: undefined,
      redisUrl: undefined,
      rpcRedisUrl: undefined,
      s3Endpoint: undefined,
      trialUrl: undefined,
    });
    await migrateAll(env, settings(0), backing, this.processes, new AbortController().signal);
    const programs = [];
    // Not concurrently: two searches could find the same port.
    for (const name of namesOf({ ...REPLICAS, ...replicas })) {
      const [port, internalPort] = [await freePort(), await freePort()];
      this.internalPorts.set(name, internalPort);
      const service = serviceOf(name);
      if (service === 'gateway') this.gatewayPorts.set(name, port);
      const redisUrl = (await redisUrlOf?.(name, this.redis.url)) ?? this.redis.url;
      const program = serviceProgram(
        service,
        env,
        settings(port),
        { ...backing, redisUrl, rpcRedisUrl: redisUrl },
        internalPort,
      );
      programs.push({ ...program, name, env: { ...program.env, ...envOf(name) } });
    }
    await Promise.all(programs.map((program) => this.processes.add(program)));
    this.proxy = await startProxy(join(this.dir, 'proxy'), [...this.gatewayPorts.values()]);
  }

  /** Returns the URL of one gateway, without the proxy. */
  urlOf(gateway: `gateway-${number}`): string {
    return `http://127.0.0.1:${this.gatewayPorts.get(gateway)}`;
  }

  /** Returns the sum of the samples of a metric of a replica. */
  async metric(name: ReplicaName, metric: string, labels?: Record<string, string>): Promise<number> {
    const url = `http://127.0.0.1:${this.internalPorts.get(name)}/metrics`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    return sumOf(await answer.text(), metric, labels) ?? 0;
  }

  /** Returns the pid of the current process of a replica. */
  pid(name: ReplicaName): number {
    const pid = this.running.get(name);
    if (pid === undefined) throw new Error(`${name} does not run`);
    return pid;
  }

  /** Sends a signal to a replica. Resolves once its replacement is ready. */
  async replace(name: ReplicaName, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const before = this.pid(name);
    this.replaced.add(name);
    process.kill(before, signal);
    await until(() => this.pid(name) !== before, { deadlineMs: 60_000, what: `another ${name}` });
    await this.ready(name);
    this.replaced.delete(name);
  }

  /** Resolves once a replica reports that it is ready. */
  async ready(name: ReplicaName): Promise<void> {
    const urls = [`http://127.0.0.1:${this.internalPorts.get(name)}/health/ready`];
    // A gateway is ready before it opens its port.
    const port = this.gatewayPorts.get(name);
    if (port !== undefined) urls.push(`http://127.0.0.1:${port}/api/health/ready`);
    const isOk = async (url: string) => (await fetch(url, { signal: AbortSignal.timeout(3_000) })).ok;
    await until(async () => (await Promise.all(urls.map(isOk))).every(Boolean), {
      deadlineMs: 60_000,
      everyMs: 50,
      what: `${name} to be ready`,
    });
  }

  /** Returns the time of a process, named as for `envOf`: milliseconds since 1970, to the second. */
  async clockOf(name: string): Promise<number> {
    if (name === 'redis') return this.redis.time();
    if (name === 'postgres')
      return withClient(this.postgres.adminUrl(), async (client) => {
        const [now] = await selectRows(client, z.object({ at: z.date() }), 'SELECT clock_timestamp() AS at');
        return now?.at.getTime() ?? 0;
      });
    const internalPort = this.internalPorts.get(name as ReplicaName);
    const url = internalPort
      ? `http://127.0.0.1:${internalPort}/health/live`
      : `${this.objectStore.settings.endpoint}/-/health`;
    const { headers } = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    return Date.parse(headers.get('date') ?? '');
  }

  async dispose(): Promise<void> {
    const { proxy, processes, objectStore, redis, postgres, dir } = this;
    await proxy?.stop();
    await processes.stop([replicasOf('gateway'), replicaNames], 20_000);
    await Promise.all([objectStore.stop(), redis.stop(), postgres.stop()]);
    rmSync(dir, { recursive: true, force: true });
  }
}
