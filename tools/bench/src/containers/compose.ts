import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@secure-preview/embedded';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..', '..');
const STORE_IMAGE = 'chrislusf/seaweedfs:4.40';
const DEADLINE_MS = 25 * 60_000;

/** `docker-compose.yml` as a separate project, on free ports. */
export class Compose {
  private constructor(
    readonly url: string,
    /** Whether the project's own object store replaces a missing image. */
    readonly usesEmbeddedStore: boolean,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  static async prepare(): Promise<Compose> {
    const [port, storePort] = [await freePort(), await freePort()];
    const usesEmbeddedStore =
      spawnSync('docker', ['image', 'inspect', STORE_IMAGE], { stdio: 'ignore', timeout: 60_000 }).status !==
      0;
    const files = [
      'docker-compose.yml',
      ...(usesEmbeddedStore ? ['deploy/compose/own-object-store.yml'] : []),
    ];
    return new Compose(`http://127.0.0.1:${port}`, usesEmbeddedStore, {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DOCKER_HOST: process.env['DOCKER_HOST'],
      COMPOSE_PROJECT_NAME: `portal-bench-${randomBytes(3).toString('hex')}`,
      COMPOSE_FILE: files.join(':'),
      PORTAL_VERSION: process.env['PORTAL_VERSION'] || 'bench',
      LEADS_PER_MINUTE_PER_IP: '1000000',
      PORT: String(port),
      S3_PUBLIC_PORT: String(storePort),
    });
  }

  /** Runs a program of the checkout on this project. Throws with its output when it fails. */
  async run(program: string, args: readonly string[]): Promise<string> {
    const options = { cwd: root, env: this.env, timeout: DEADLINE_MS, maxBuffer: 2 ** 28 };
    return (await run(program, [...args], options)).stdout;
  }

  compose(...args: string[]): Promise<string> {
    return this.run('docker', ['compose', '--progress', 'plain', ...args]);
  }
}
