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
}

export interface Workload {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Undefined for Jobs, which select their pods by themselves. */
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

/** The template of the pods that an object makes; undefined for one that makes none. */
// biome-ignore lint/suspicious/noExplicitAny: as the manifests themselves.
export function podTemplate({ kind, spec }: Manifest): any {
  if (kind === 'CronJob') return spec.jobTemplate.spec.template;
  return kind === 'Deployment' || kind === 'Job' ? spec.template : undefined;
}

/** Deployments, Jobs and CronJobs, with the one container that each has. */
export function workloadsOf(manifests: readonly Manifest[]): Workload[] {
  return manifests.flatMap((manifest) => {
    const template = podTemplate(manifest);
    if (!template) return [];
    const { spec: pod, metadata: own } = template;
    return {
      name: manifest.metadata.name,
      labels: own.labels ?? {},
      annotations: own.annotations ?? {},
      selector: manifest['spec'].selector?.matchLabels,
      pod,
      container: pod.containers[0],
    };
  });
}

/** Whether every label that is asked for is there. */
export const matches = (
  selector: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
): boolean => Object.entries(selector).every(([key, value]) => labels[key] === value);
