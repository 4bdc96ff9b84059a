import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@secure-preview/embedded';
import { type Container, DEADLINE_MS, inspectContainers, isImageAvailable } from './engine.js';

/** Folder of the workspace. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

const STORE_IMAGE = 'chrislusf/seaweedfs:4.40';
/** Tag of the images that are built from the working tree. */
export const CURRENT_VERSION = 'containers-test';

/** Returns settings that separate a project from all others. */
async function separateSettings(): Promise<NodeJS.ProcessEnv> {
  return {
    COMPOSE_PROJECT_NAME: `portal-test-${randomBytes(3).toString('hex')}`,
    PORT: String(await freePort()),
    S3_PUBLIC_PORT: String(await freePort()),
  };
}

/** The portal of `docker-compose.yml`, with a separate name and separate ports. */
export class ComposeProject {
  private constructor(
    /** Variables for Compose. */
    readonly settings: NodeJS.ProcessEnv,
    /** Whether the portal's object store replaces SeaweedFS, because its image is not available. */
    readonly usesEmbeddedStore: boolean,
    /** The folder with the sources and `docker-compose.yml`. */
    private readonly folder: string,
  ) {}

  static async prepare(settings: NodeJS.ProcessEnv = {}): Promise<ComposeProject> {
    const usesEmbeddedStore = !isImageAvailable(STORE_IMAGE);
    if (usesEmbeddedStore)
      process.stdout.write("SeaweedFS's image is not available; the portal's object store replaces it\n");
    const files = [
      'docker-compose.yml',
      ...(usesEmbeddedStore ? ['deploy/compose/own-object-store.yml'] : []),
    ];
    const env = {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DOCKER_HOST: process.env['DOCKER_HOST'],
      COMPOSE_FILE: files.join(':'),
      PORTAL_VERSION: CURRENT_VERSION,
      ...(await separateSettings()),
      ...settings,
    };
    return new ComposeProject(env, usesEmbeddedStore, root);
  }

  /** Returns the same project with HTTPS for these host names. */
  withTls(portalHost: string, storeHost: string): ComposeProject {
    const files = `${this.settings['COMPOSE_FILE']}:deploy/compose/tls.yml`;
    return this.with({ COMPOSE_FILE: files, PORTAL_HOST: portalHost, STORE_HOST: storeHost });
  }

  /** Returns the same project with the sources in `folder`, and with images that are tagged `version`. */
  withSources(folder: string, version: string): ComposeProject {
    return this.with({ PORTAL_VERSION: version }, folder);
  }

  /** Returns an empty project with the same images, and with these files and settings added. */
  async sibling(files: readonly string[] = [], settings: NodeJS.ProcessEnv = {}): Promise<ComposeProject> {
    const composeFiles = [this.settings['COMPOSE_FILE'], ...files].join(':');
    return this.with({ ...(await separateSettings()), COMPOSE_FILE: composeFiles, ...settings });
  }

  private with(settings: NodeJS.ProcessEnv, folder = this.folder): ComposeProject {
    return new ComposeProject({ ...this.settings, ...settings }, this.usesEmbeddedStore, folder);
  }

  get url(): string {
    return `http://127.0.0.1:${this.settings['PORT']}`;
  }

  /** Host and port of the object store for browsers. */
  get storeHost(): string {
    return `127.0.0.1:${this.settings['S3_PUBLIC_PORT']}`;
  }

  /**
   * Runs a program in the folder and with the settings of the project. Throws with its output when it fails.
   */
  async run(program: string, args: readonly string[], input?: string): Promise<string> {
    const options = { cwd: this.folder, env: this.settings, timeout: DEADLINE_MS, maxBuffer: 2 ** 28 };
    const running = promisify(execFile)(program, [...args], options);
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

  /** Builds all images. */
  async build(): Promise<void> {
    await this.compose('--profile', 'commands', 'build');
  }

  /** Starts services, by default all of them, and waits until they are healthy. */
  async up(...services: string[]): Promise<void> {
    await this.compose('up', '--detach', '--wait', ...services);
  }

  /** Runs a command of `portal` in a separate container. */
  portal(...command: string[]): Promise<string> {
    return this.compose('run', '--rm', '-T', 'portal', ...command);
  }

  /** Saves database, objects and keys in a file. */
  async backUp(file: string): Promise<void> {
    await this.run('sh', ['-c', 'docker compose run --rm -T portal backup - > "$1"', 'sh', file]);
  }

  /** Starts this empty project with the content of a backup. */
  async startFromBackup(file: string): Promise<void> {
    await this.up('postgres', 'redis', 'object-store');
    await this.run('sh', ['-c', 'docker compose run --rm -T portal restore - < "$1"', 'sh', file]);
    await this.up();
  }

  /** Returns all containers, including stopped ones. */
  async containers(service?: string): Promise<Container[]> {
    const ids = (await this.compose('ps', '--all', '--quiet', ...(service ? [service] : []))).trim();
    return inspectContainers(ids ? ids.split('\n') : []);
  }

  /** Stops and removes everything, including volumes. */
  async dispose(): Promise<void> {
    await this.compose('--profile', '*', 'down', '--volumes', '--remove-orphans', '--timeout', '20');
  }
}
