import { builtImages } from './images.js';
import type { Manifest } from './manifest.js';
import { processes } from './processes.js';
import { type Workload, workloadsOf } from './workload.js';

/** Sample values of secrets by their key. */
const secretSamples: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['auth', 'analytics', 'media', 'media-worker', 'notifier'].map((role) => [
      `${role}-database-url`,
      `postgres://portal_${role}:secret@db.example:5432/portal`,
    ]),
  ),
  'database-admin-url': 'postgres://portal:secret@db.example:5432/portal',
  'redis-url': 'redis://:secret@redis.example:6379',
  'rpc-redis-url': 'redis://:secret@calls.redis.example:6379',
  'session-secret': 's'.repeat(64),
  'media-secret': 'm'.repeat(64),
  'media-secret-previous': 'p'.repeat(64),
  'outbox-secret': 'o'.repeat(64),
  'smtp-url': 'smtps://user:secret@mail.example:465',
  's3-access-key-id': 'key',
  's3-secret-access-key': 'secret',
  'upload-password': 'a first password',
};

/** Variable of Node for a file with further CA certificates. */
const NODE_CAS = 'NODE_EXTRA_CA_CERTS';

/**
 * Returns the key for a variable: `redis-url` for both `REDIS_URL_FILE` and `REDIS_URL`. Each process has its
 * own key for the database.
 */
function keyOf(variable: string, { name }: Workload): string {
  const key = variable
    .replace(/_FILE$/, '')
    .toLowerCase()
    .replaceAll('_', '-');
  return key === 'database-url' ? `${name.replace('-service', '')}-${key}` : key;
}

/** Returns the keys of secrets that a workload reads, as files or as variables. */
export function secretKeys({ pod, container }: Workload): { name: string; key: string }[] {
  const files = (pod.volumes ?? []).flatMap(({ secret }) =>
    secret ? secret.items.map(({ key }) => ({ name: secret.secretName, key })) : [],
  );
  const variables = (container.env ?? []).flatMap(({ valueFrom }) =>
    valueFrom?.secretKeyRef ? [valueFrom.secretKeyRef] : [],
  );
  return [...files, ...variables.map(({ name, key }) => ({ name, key }))];
}

/** Returns the files with secrets in a workload's container: key by path. */
function secretFiles({ pod, container }: Workload): Map<string, string> {
  return new Map(
    (container.volumeMounts ?? []).flatMap(({ name, mountPath }) =>
      (pod.volumes ?? [])
        .filter((volume) => volume.name === name)
        .flatMap(({ secret }) => secret?.items ?? [])
        .map(({ key, path }) => [`${mountPath}/${path}`, key] as const),
    ),
  );
}

/** Returns the paths of the files from ConfigMaps in a workload's container. */
function configFiles({ pod, container }: Workload, manifests: readonly Manifest[]): string[] {
  return (container.volumeMounts ?? []).flatMap(({ name, mountPath }) => {
    const { configMap } = pod.volumes?.find((volume) => volume.name === name) ?? {};
    const map = manifests.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMap?.name,
    );
    return Object.keys(map?.['data'] ?? {}).map((key) => `${mountPath}/${key}`);
  });
}

/**
 * Checks that the environment of each workload fits its process: only known variables, all required ones,
 * existing sources, and valid values.
 */
export function environmentFindings(manifests: readonly Manifest[]): string[] {
  return workloadsOf(manifests).flatMap((workload) =>
    findingsOf(workload, manifests).map((finding) => `${workload.name}: ${finding}`),
  );
}

function findingsOf(workload: Workload, manifests: readonly Manifest[]): string[] {
  const { container } = workload;
  const process = processes[workload.name];
  if (!process) return ['is not a process of the portal'];
  const names = Object.keys(process.environment.shape);
  const findings: string[] = [];
  const values: Record<string, string> = {};
  const setValue = (name: string, value: string) => {
    if (name === NODE_CAS) return;
    if (!names.includes(name)) findings.push(`${name} is not a setting of this process`);
    // Processes check that the file of such a setting exists. The mounted file does not exist here, so the path of this
    // source file is used instead.
    const isFile = name.endsWith('_FILE') && names.includes(name);
    if (isFile && !configFiles(workload, manifests).includes(value))
      findings.push(`${name} refers to a file that is not mounted`);
    values[name] = isFile ? import.meta.filename : value;
  };

  const [, image] = [...builtImages()].find(([name]) => imageOf(container.image, name)) ?? [];
  for (const [name, value] of Object.entries(image?.env ?? {}))
    if (names.includes(name)) values[name] = value;
  for (const { configMapRef } of container.envFrom ?? []) {
    const map = manifests.find(
      (manifest) => manifest.kind === 'ConfigMap' && manifest.metadata.name === configMapRef?.name,
    );
    if (!map) findings.push(`the ConfigMap ${configMapRef?.name} does not exist`);
    for (const [name, value] of Object.entries((map?.['data'] as Record<string, string>) ?? {}))
      setValue(name, value);
  }
  const files = secretFiles(workload);
  for (const { name, value, valueFrom } of container.env ?? []) {
    if (valueFrom?.secretKeyRef) {
      if (valueFrom.secretKeyRef.key !== keyOf(name, workload))
        findings.push(`${name} is read from another key`);
      setValue(name, secretSamples[keyOf(name, workload)] ?? '');
    } else if (name.endsWith('_FILE') && !names.includes(name)) {
      const key = files.get(value ?? '');
      if (key === undefined) findings.push(`${name} refers to a file that is not mounted`);
      else if (key !== keyOf(name, workload)) findings.push(`${name} refers to the file of ${key}`);
      setValue(name.replace(/_FILE$/, ''), secretSamples[keyOf(name, workload)] ?? '');
    } else setValue(name, value ?? '');
  }
  const result = process.environment.safeParse(values);
  for (const { path, message } of result.error?.issues ?? [])
    findings.push(
      String(path[0]) in values ? `${String(path[0])} ${message}` : `${String(path[0])} is missing`,
    );
  return findings;
}

/** Returns whether an image is the compose image `built`, in any registry and with any tag. */
export const imageOf = (reference: string, built: string): boolean => {
  const name = reference.replace(/:[^/:]+$/, '');
  return name === built || name.endsWith(`/secure-preview/${built.replace(/^secure-preview-/, '')}`);
};
