import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

/** Limit for a command of the engine, builds included, in milliseconds. */
export const DEADLINE_MS = 25 * 60_000;
/** Limit for pulling an image from a registry, in milliseconds. */
const PULL_MS = 120_000;

/** The fields of `docker inspect` that tests read. */
export interface Container {
  readonly Id: string;
  readonly Image: string;
  readonly Config: { User: string; Image: string; Labels: Record<string, string> };
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
  return (await promisify(execFile)('docker', args, { timeout: DEADLINE_MS, maxBuffer: 2 ** 28 })).stdout;
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

/** Returns containers by their ids. */
export async function inspectContainers(ids: readonly string[]): Promise<Container[]> {
  return ids.length > 0 ? (JSON.parse(await engine('inspect', ...ids)) as Container[]) : [];
}
