import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  configuredSecret,
  type DatabaseAccess,
  embeddedPostgres,
  embeddedRedis,
  findFfmpeg,
  identify,
  isPortFree,
  type Log,
  type Program,
  persistentPort,
  persistentSecret,
  type RedisPurpose,
  urlsOf,
} from '@secure-preview/embedded';
import { configuredDatabase } from '../postgres/configured-database.js';
import { migrateAll } from './migrate.js';
import { embeddedObjectStore } from './object-store.js';
import { ProcessManager } from './process-manager.js';
import { endOrphans, mailSettingsOf, type RunState, removeRunState, writeRunState } from './run-state.js';
import {
  type Backing,
  type MigratedService,
  type ServiceName,
  serviceNames,
  serviceProgram,
} from './services.js';
import { localUrl, type Settings } from './settings.js';
import { isolateWorker } from './worker-isolation.js';

const passwordLine = /^Upload password \(shown once\): (.+)$/;

export interface PortalEvents {
  step(text: string): void;
  log: Log;
  uploadPassword(password: string): void;
}

export interface PortalOptions {
  /** Called with the output that a process writes to its log. */
  output?(name: string, text: string, stream: 'stdout' | 'stderr'): void;
  /** Flags for the Node process of a service. */
  nodeArgs?(name: ServiceName): readonly string[];
}

/** One portal: its servers and services, and the order in which they start and stop. */
export class Portal {
  readonly url: string;
  private readonly processes: ProcessManager;
  private readonly state: RunState;
  private readonly stopping = new AbortController();
  private stopped: Promise<void> | undefined;
  private backing: Backing | undefined;

  /** `settings.dataDir` must be claimed. */
  constructor(
    private readonly env: NodeJS.ProcessEnv,
    private readonly settings: Settings,
    private readonly events: PortalEvents,
    private readonly options: PortalOptions = {},
  ) {
    this.url = localUrl(settings);
    const supervisor = identify(process.pid) ?? { pid: process.pid, startedAt: '' };
    const none = {
      databaseUrls: urlsOf(() => ''),
      databaseAdminUrl: '',
      redisUrl: '',
      rpcRedisUrl: '',
      s3Endpoint: '',
    };
    this.state = {
      supervisor,
      url: this.url,
      ready: false,
      ...none,
      processes: {},
      internalPorts: {},
      mail: mailSettingsOf(env),
    };
    this.processes = new ProcessManager(settings.dataDir, {
      log: events.log,
      spawned: (name, identity) => {
        this.state.processes[name] = identity;
        this.save();
      },
      isConfidential: (name, line) => {
        const password = name === 'auth-service' ? passwordLine.exec(line)?.[1] : undefined;
        if (password !== undefined) events.uploadPassword(password);
        return password !== undefined;
      },
      output: (name, text, stream) => options.output?.(name, text, stream),
    });
  }

  /** Starts everything. Resolves once all services are ready. */
  async start(): Promise<void> {
    const { env, settings, events } = this;
    const orphans = await endOrphans(settings.dataDir);
    if (orphans > 0)
      events.log(`Processes of an earlier run were still running and have been stopped: ${orphans}.`);
    if (!(await isPortFree(settings.port, settings.host))) {
      throw new Error(`The address ${this.url} is in use by another program. Choose another one with PORT.`);
    }
    // Downloads ffmpeg while the database starts; only the media worker needs it.
    const ffmpeg = findFfmpeg(events.log, env);
    ffmpeg.catch(() => undefined);
    events.step('Starting Postgres, Redis and object storage');
    const [database, redisUrl, rpcRedisUrl, s3] = await Promise.all([
      this.database(),
      this.redis('sessions', settings.redisUrl),
      this.redis('calls', settings.rpcRedisUrl),
      this.objectStore(),
    ]);
    Object.assign(this.state, { ...database, redisUrl, rpcRedisUrl, s3Endpoint: s3.endpoint });
    this.save();
    const secret = (name: string) =>
      configuredSecret(env, name) ?? persistentSecret(settings.dataDir, name.toLowerCase());
    const worker = await isolateWorker(env, settings.dataDir, await ffmpeg, events.log);
    const backing: Backing = {
      ...database,
      redisUrl,
      rpcRedisUrl,
      s3,
      sessionSecret: secret('SESSION_SECRET'),
      mediaSecret: secret('MEDIA_SECRET'),
      outboxSecret: secret('OUTBOX_SECRET'),
      ...worker.ffmpeg,
      worker,
    };
    events.step('Bringing the database up to date');
    this.backing = backing;
    await this.migrate();
    events.step('Starting the services');
    await this.services(backing);
    this.state.ready = true;
    this.save();
  }

  /** Runs another program alongside the services. Resolves once it is ready. */
  add(program: Program): Promise<void> {
    return this.processes.add(program);
  }

  /** Stops these services and starts them again. Resolves once each is ready or has ended. */
  restart(names: readonly ServiceName[], graceMs: number): Promise<void> {
    return this.processes.restart(names, graceMs);
  }

  /** Migrates the schemas of these services, by default of all. */
  async migrate(names?: readonly MigratedService[]): Promise<void> {
    const { env, settings, backing, processes, stopping } = this;
    if (backing !== undefined) await migrateAll(env, settings, backing, processes, stopping.signal, names);
  }

  /** URL of the database for its owner, available once the portal runs. */
  get databaseAdminUrl(): string {
    return this.state.databaseAdminUrl;
  }

  /** Stops everything in reverse order. */
  stop(graceMs = 15_000): Promise<void> {
    this.stopping.abort(new Error('The portal is stopping'));
    // The gateway stops first, because the services must receive its last reports.
    this.stopped ??= this.processes
      .stop([['gateway'], serviceNames], graceMs)
      .then(() => removeRunState(this.settings.dataDir));
    return this.stopped;
  }

  /** Kills all processes with SIGKILL. */
  kill(): void {
    for (const { pid } of Object.values(this.state.processes)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has already exited.
      }
    }
  }

  private save(): void {
    writeRunState(this.settings.dataDir, this.state);
  }

  private async database(): Promise<DatabaseAccess> {
    const { dataDir } = this.settings;
    const configured = configuredDatabase(this.settings, dataDir);
    if (configured !== undefined) return configured;
    const postgres = await embeddedPostgres(dataDir);
    if (postgres.home !== join(dataDir, 'postgres')) {
      this.events.log(
        `The database is in ${postgres.home}, because Postgres's user cannot reach ${dataDir}.`,
      );
    }
    await this.processes.add(postgres.program);
    await postgres.bootstrap();
    return { databaseUrls: postgres.urls, databaseAdminUrl: postgres.adminUrl };
  }

  private async redis(purpose: RedisPurpose, configured: string | undefined): Promise<string> {
    if (configured !== undefined) return configured;
    const redis = await embeddedRedis(this.settings.dataDir, purpose, this.events.log);
    await this.processes.add(redis.program);
    return redis.url;
  }

  private async objectStore(): Promise<Backing['s3']> {
    const { env, settings } = this;
    const region = env['S3_REGION'] || 'us-east-1';
    const bucket = env['S3_BUCKET'] || 'portal';
    if (settings.s3Endpoint !== undefined) {
      const accessKeyId = configuredSecret(env, 'S3_ACCESS_KEY_ID') ?? '';
      const secretAccessKey = configuredSecret(env, 'S3_SECRET_ACCESS_KEY') ?? '';
      return { endpoint: settings.s3Endpoint, region, bucket, accessKeyId, secretAccessKey };
    }
    const store = await embeddedObjectStore(settings.dataDir, settings.host, region);
    await this.processes.add(store.program);
    const { endpoint, port, accessKeyId, secretAccessKey } = store;
    return { endpoint, region, bucket, accessKeyId, secretAccessKey, publicPort: port };
  }

  private async services(backing: Backing): Promise<void> {
    const { env, settings } = this;
    mkdirSync(join(settings.dataDir, 'ports'), { recursive: true, mode: 0o700 });
    const programs = [];
    // Not concurrently: two searches could find the same port.
    for (const name of serviceNames) {
      const port = await persistentPort(join(settings.dataDir, 'ports', name));
      this.state.internalPorts[name] = port;
      programs.push(serviceProgram(name, env, settings, backing, port, this.options.nodeArgs?.(name)));
    }
    await Promise.all(programs.map((program) => this.processes.add(program)));
  }
}
