import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseDocument } from 'yaml';
import { type Manifest, nameOf, parseManifests } from './manifest.js';
import { podTemplate } from './workload.js';

interface Generator {
  name: string;
  behavior?: 'create' | 'merge';
  literals?: string[];
  /** Each file becomes the value of a key with its name. */
  files?: string[];
}

interface Kustomization {
  namespace?: string;
  resources?: string[];
  /** Optional parts. Kustomize adds them after the resources. */
  components?: string[];
  images?: { name: string; newName?: string; newTag?: string }[];
  configMapGenerator?: Generator[];
  generatorOptions?: { labels?: Record<string, string> };
  patches?: { path: string }[];
}

/** Fields that this renderer supports. All other fields of a kustomization are rejected. */
const KNOWN: Record<string, readonly string[]> = {
  '': [
    'apiVersion',
    'kind',
    'namespace',
    'resources',
    'components',
    'images',
    'configMapGenerator',
    'generatorOptions',
    'patches',
  ],
  images: ['name', 'newName', 'newTag'],
  configMapGenerator: ['name', 'behavior', 'literals', 'files'],
  generatorOptions: ['labels'],
  patches: ['path'],
};
/**
 * Lists that a strategic merge combines, and the key of their entries. All other lists are replaced.
 */
const MERGE_KEYS: Readonly<Record<string, string>> = {
  containers: 'name',
  env: 'name',
  volumes: 'name',
  volumeMounts: 'mountPath',
};
const CLUSTER_WIDE = ['Namespace'];

function readKustomization(folder: string): Kustomization {
  const file = join(folder, 'kustomization.yaml');
  const document = parseDocument(readFileSync(file, 'utf8'));
  if (document.errors[0]) throw document.errors[0];
  const settings = document.toJS() as Record<string, unknown>;
  const rejectUnknown = (where: string, value: object) => {
    for (const key of Object.keys(value))
      if (!KNOWN[where]?.includes(key)) throw new Error(`${file}: unknown ${where} ${key}`);
  };
  rejectUnknown('', settings);
  for (const [key, value] of Object.entries(settings))
    if (KNOWN[key]) for (const entry of [value].flat()) rejectUnknown(key, entry as object);
  return settings as Kustomization;
}

/**
 * Renders the objects of a kustomization as `kubectl kustomize` does, except for the hashes in the names of
 * generated ConfigMaps.
 *
 * @throws Error for anything that cannot be resolved: files, patches and images without a match, unknown
 * settings
 */
export function render(folder: string): Manifest[] {
  const kustomization = readKustomization(folder);
  const { resources = [], components = [] } = kustomization;
  const objects = [...resources, ...components].flatMap((path) => load(join(folder, path)));
  for (const generator of kustomization.configMapGenerator ?? [])
    generate(objects, generator, folder, kustomization.generatorOptions?.labels);
  for (const { path } of kustomization.patches ?? [])
    for (const patch of parseManifests(readFileSync(join(folder, path), 'utf8'))) apply(objects, patch);
  for (const image of kustomization.images ?? []) {
    const users = containersOf(objects).filter((container) => container.image === image.name);
    if (users.length === 0) throw new Error(`no container has the image ${image.name}`);
    for (const user of users)
      user.image = `${image.newName ?? image.name}${image.newTag ? `:${image.newTag}` : ''}`;
  }
  if (kustomization.namespace)
    for (const { kind, metadata } of objects)
      if (!CLUSTER_WIDE.includes(kind)) metadata['namespace'] = kustomization.namespace;
  return objects;
}

function load(path: string): Manifest[] {
  return existsSync(join(path, 'kustomization.yaml'))
    ? render(path)
    : parseManifests(readFileSync(path, 'utf8'));
}

function generate(
  objects: Manifest[],
  generator: Generator,
  folder: string,
  labels?: Record<string, string>,
): void {
  const { name, behavior = 'create', literals = [], files = [] } = generator;
  const data = Object.fromEntries([
    ...literals.map((literal) => {
      const at = literal.indexOf('=');
      return [literal.slice(0, at), literal.slice(at + 1)] as const;
    }),
    ...files.map((file) => [basename(file), readFileSync(join(folder, file), 'utf8')] as const),
  ]);
  const existing = objects.find((object) => object.kind === 'ConfigMap' && object.metadata.name === name);
  if ((behavior === 'merge') !== (existing !== undefined))
    throw new Error(
      `ConfigMap ${name}: behavior ${behavior}, but it ${existing ? 'exists' : 'does not exist'}`,
    );
  if (existing) Object.assign(existing['data'], data);
  else
    objects.push({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, ...(labels && { labels }) },
      data,
    });
}

function apply(objects: Manifest[], patch: Manifest): void {
  const target = objects.find(
    ({ apiVersion, kind, metadata }) =>
      apiVersion === patch.apiVersion && kind === patch.kind && metadata.name === patch.metadata.name,
  );
  if (!target) throw new Error(`a patch is for ${nameOf(patch)}, which does not exist`);
  merge(target, patch);
}

function merge(target: Record<string, unknown>, patch: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(patch)) {
    const current = target[key];
    const mergeKey = MERGE_KEYS[key];
    if (Array.isArray(value) && Array.isArray(current) && mergeKey !== undefined)
      for (const entry of value as Record<string, unknown>[]) {
        const match = current.find((item) => item[mergeKey] === entry[mergeKey]);
        if (match) merge(match, { ...entry });
        else current.push(entry);
      }
    else if (isObject(value) && isObject(current)) merge(current, value);
    else target[key] = value;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Container {
  name: string;
  image: string;
}

const containersOf = (objects: Manifest[]): Container[] =>
  objects.flatMap((object) => (podTemplate(object)?.spec?.containers as Container[] | undefined) ?? []);
