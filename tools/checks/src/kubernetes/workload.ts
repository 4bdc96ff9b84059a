import type { Manifest } from './manifest.js';

interface Port {
  name?: string;
  containerPort: number;
}

interface Probe {
  httpGet?: { path: string; port: string | number };
}

interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: { name: string; key: string; optional?: boolean } };
}

export interface Container {
  name: string;
  image: string;
  ports?: Port[];
  env?: EnvVar[];
  envFrom?: { configMapRef?: { name: string } }[];
  volumeMounts?: { name: string; mountPath: string }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  lifecycle?: { preStop?: { exec?: { command: string[] } } };
  securityContext?: Record<string, unknown>;
  resources?: { requests?: Record<string, unknown>; limits?: Record<string, unknown> };
}

interface Volume {
  name: string;
  secret?: { secretName: string; items: { key: string; path: string }[] };
  emptyDir?: { sizeLimit?: string };
  configMap?: { name: string; optional?: boolean };
  persistentVolumeClaim?: { claimName: string };
}

export interface Workload {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Undefined for Jobs, which select their pods automatically. */
  readonly selector: Readonly<Record<string, string>> | undefined;
  readonly pod: {
    containers: Container[];
    volumes?: Volume[];
    securityContext?: Record<string, unknown>;
    automountServiceAccountToken?: boolean;
    enableServiceLinks?: boolean;
    terminationGracePeriodSeconds?: number;
    topologySpreadConstraints?: { labelSelector: { matchLabels: Record<string, string> } }[];
  };
  readonly container: Container;
}

/** Returns the template of the pods that an object creates; undefined if it creates none. */
// biome-ignore lint/suspicious/noExplicitAny: as in the type of manifests.
export function podTemplate({ kind, spec }: Manifest): any {
  if (kind === 'CronJob') return spec.jobTemplate.spec.template;
  return kind === 'Deployment' || kind === 'Job' ? spec.template : undefined;
}

/** Returns the Deployments, Jobs and CronJobs, each with its only container. */
export function workloadsOf(manifests: readonly Manifest[]): Workload[] {
  return manifests.flatMap((manifest) => {
    const template = podTemplate(manifest);
    if (!template) return [];
    const { spec: pod, metadata } = template;
    return {
      name: manifest.metadata.name,
      labels: metadata.labels ?? {},
      annotations: metadata.annotations ?? {},
      selector: manifest['spec'].selector?.matchLabels,
      pod,
      container: pod.containers[0],
    };
  });
}

/** Returns whether the labels contain all that the selector requires. */
export const matches = (
  selector: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
): boolean => Object.entries(selector).every(([key, value]) => labels[key] === value);
