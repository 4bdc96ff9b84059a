import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import { type Manifest, nameOf } from './manifest.js';

/** Kubernetes kinds that the portal uses, with their schemas. */
const kinds = [
  ConfigMap,
  CronJob,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Service,
];

interface RecordedObject {
  proxy: object;
  /** Keys that were read. */
  keys: Set<string>;
}

/** Checks an object against the schema of its kind: missing fields, wrong types, and unknown keys. */
export function schemaFindings(manifest: Manifest): string[] {
  const model = kinds.find(
    ({ apiVersion, kind }) => apiVersion === manifest.apiVersion && kind === manifest.kind,
  );
  if (!model) return [`${nameOf(manifest)}: no schema for ${manifest.apiVersion} ${manifest.kind}`];
  const read = new Map<object, RecordedObject>();
  const findings: string[] = [];
  try {
    model.prototype.validate.call(recorder(manifest, read));
  } catch (error) {
    findings.push(String((error as Error).message));
  }
  return [...findings, ...unread(manifest, '', read)].map((finding) => `${nameOf(manifest)}: ${finding}`);
}

/**
 * Records the keys that a validator reads. Validators accept unknown keys, but read each key of the schema and
 * enumerate the keys of a map. So a key that is never read is unknown.
 */
function recorder<T extends object>(target: T, read: Map<object, RecordedObject>): T {
  const known = read.get(target);
  if (known) return known.proxy as T;
  const keys = new Set<string>();
  const proxy = new Proxy(target, {
    get(_target, key) {
      if (typeof key === 'string') keys.add(key);
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'object' && value !== null ? recorder(value, read) : value;
    },
  });
  read.set(target, { proxy, keys });
  return proxy;
}

function unread(value: object, path: string, read: Map<object, RecordedObject>): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const keyPath = `${path}/${key}`;
    if (!Array.isArray(value) && !read.get(value)?.keys.has(key)) return [`${keyPath} is not known`];
    return typeof inner === 'object' && inner !== null ? unread(inner, keyPath, read) : [];
  });
}
