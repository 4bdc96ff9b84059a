import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@secure-preview/embedded';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Limit for a command of the engine, builds included, in milliseconds. */
const DEADLINE_MS = 25 * 60_000;
const STORE_IMAGE = 'chrislusf/seaweedfs:4.40';
/** Limit for pulling an image from a registry, in milliseconds. */
const PULL_MS = 120_000;

/** The fields of `docker inspect` that tests read. */
export interface Container {
  readonly Id: string;
  readonly Image: string;
  readonly Config: { User: string; Labels: Record<string, string> };
  readonly State: { Status: string; ExitCode: number; Health?: { Status: string } };
  readonly HostConfig: {
    ReadonlyRootfs: boolean;
    Memory: number;
    NanoCpus: number;
    CpuQuota: number;
    PidsLimit: number | null;
    CapDrop: string[] | null;
    SecurityOpt: string[] | null;
    RestartPolicy: { Name: string };
  };
  readonly NetworkSettings: { Networks: Record<string, { IPAddress: string }> };
}

export const serviceOf = ({ Config }: Container) => Config.Labels['com.docker.compose.service'] ?? '';

async function engine(...args: string[]): Promise<string> {
  return (await run('docker', args, { timeout: DEADLINE_MS, maxBuffer: 2 ** 28 })).stdout;
}

/** Checks that a container engine with Compose responds. @throws Error otherwise */
export async function assertEngine(): Promise<void> {
  await engine('info');
  await engine('compose', 'version');
}

/** Returns the size of an image in bytes, including its base. */
export async function imageBytes(image: string): Promise<number> {
  return Number(await engine('image', 'inspect', '--format', '{{.Size}}', image));
}

/** Returns the user ids of a container's processes, as seen on the host. */
export async function userIds(container: string): Promise<string[]> {
  const [, ...lines] = (await engine('top', container, '-eo', 'uid,pid')).trim().split('\n');
  return [...new Set(lines.map((line) => line.trim().split(/\s+/)[0] ?? ''))];
}

/** Returns whether an image is present, or can be pulled. */
export function isImageAvailable(image: string): boolean {
  const quiet = { stdio: 'ignore', timeout: PULL_MS } as const;
  return (
    spawnSync('docker', ['image', 'inspect', image], quiet).status === 0 ||
    spawnSync('docker', ['pull', image], quiet).status === 0
  );
}

/** The portal of `docker-compose.yml`, with a separate name and separate ports. */
export class ComposeProject {
  private constructor(
    readonly port: number,
    readonly storePort: number,
    /** Whether the portal's object store replaces SeaweedFS, because its image is not available. */
    readonly usesEmbeddedStore: boolean,
    /** Variables for Compose. */
    readonly settings: NodeJS.ProcessEnv,
  ) {}

  static async prepare(settings: NodeJS.ProcessEnv = {}): Promise<ComposeProject> {
    const [port, storePort] = [await freePort(), await freePort()];
    const usesEmbeddedStore = !isImageAvailable(STORE_IMAGE);
    const files = [
      'docker-compose.yml',
      ...(usesEmbeddedStore ? ['deploy/compose/own-object-store.yml'] : []),
    ];
    const env = {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DOCKER_HOST: process.env['DOCKER_HOST'],
      COMPOSE_PROJECT_NAME: `portal-test-${randomBytes(3).toString('hex')}`,
      COMPOSE_FILE: files.join(':'),
      PORTAL_VERSION: 'containers-test',
      PORT: String(port),
      S3_PUBLIC_PORT: String(storePort),
      ...settings,
    };
    return new ComposeProject(port, storePort, usesEmbeddedStore, env);
  }

  /** Returns the same project with HTTPS for these host names. */
  withTls(portalHost: string, storeHost: string): ComposeProject {
    const files = `${this.settings['COMPOSE_FILE']}:deploy/compose/tls.yml`;
    const env = { ...this.settings, COMPOSE_FILE: files, PORTAL_HOST: portalHost, STORE_HOST: storeHost };
    return new ComposeProject(this.port, this.storePort, this.usesEmbeddedStore, env);
  }

  /** Returns an empty project with the same images, and with these files and settings added. */
  async sibling(files: readonly string[], settings: NodeJS.ProcessEnv): Promise<ComposeProject> {
    const [port, storePort] = [await freePort(), await freePort()];
    const env = {
      ...this.settings,
      COMPOSE_PROJECT_NAME: `portal-test-${randomBytes(3).toString('hex')}`,
      COMPOSE_FILE: [this.settings['COMPOSE_FILE'], ...files].join(':'),
      PORT: String(port),
      S3_PUBLIC_PORT: String(storePort),
      ...settings,
    };
    return new ComposeProject(port, storePort, this.usesEmbeddedStore, env);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /**
   * Runs a program in the folder and with the settings of the project. Throws with its output when it fails.
   */
  async run(program: string, args: readonly string[], input?: string): Promise<string> {
    const options = { cwd: root, env: this.settings, timeout: DEADLINE_MS, maxBuffer: 2 ** 28 };
    const running = run(program, [...args], options);
    running.child.stdin?.end(input);
    return (await running).stdout;
  }

  compose(...args: string[]): Promise<string> {
    return this.run('docker', ['compose', '--progress', 'plain', ...args]);
  }

  /** Runs a command in one of a service's containers, with `input` as its standard input. */
  exec(service: string, command: readonly string[], input?: string): Promise<string> {
    return this.run('docker', ['compose', 'exec', '-T', service, ...command], input);
  }

  /** Returns all containers, including stopped ones. */
  async containers(service?: string): Promise<Container[]> {
    const ids = (await this.compose('ps', '--all', '--quiet', ...(service ? [service] : []))).trim();
    return ids ? (JSON.parse(await engine('inspect', ...ids.split('\n'))) as Container[]) : [];
  }

  /** Stops and removes everything, including volumes. */
  async dispose(): Promise<void> {
    await this.compose('--profile', '*', 'down', '--volumes', '--remove-orphans', '--timeout', '20');
  }
}
