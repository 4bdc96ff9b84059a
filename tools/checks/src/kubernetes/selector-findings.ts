import { type Manifest, nameOf } from './manifest.js';
import { matches, type Workload, workloadsOf } from './workload.js';

interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
}

/** Checks that every reference between objects finds its target. */
export function selectorFindings(manifests: readonly Manifest[]): string[] {
  const workloads = workloadsOf(manifests);
  const find = (kind: string, name: string) =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  const ownSelectors = workloads.flatMap((workload) =>
    ownFindings(workload).map((finding) => `${workload.name}: ${finding}`),
  );
  const volumes = workloads.flatMap(({ name, pod }) =>
    (pod.volumes ?? []).flatMap(({ persistentVolumeClaim: claim }) =>
      claim && !find('PersistentVolumeClaim', claim.claimName)
        ? [`${name}: the claim ${claim.claimName} does not exist`]
        : [],
    ),
  );
  const references = manifests.flatMap((manifest) =>
    findingsOf(manifest, workloads, find).map((finding) => `${nameOf(manifest)}: ${finding}`),
  );
  return [...ownSelectors, ...volumes, ...references, ...uncovered(manifests, workloads)];
}

function ownFindings({ selector, labels, pod }: Workload): string[] {
  const findings = selector && !matches(selector, labels) ? ['does not select its own pods'] : [];
  for (const { labelSelector } of pod.topologySpreadConstraints ?? [])
    if (!matches(labelSelector.matchLabels, labels)) findings.push('spreads the pods of another workload');
  return findings;
}

function findingsOf(
  { kind, spec }: Manifest,
  workloads: readonly Workload[],
  find: (kind: string, name: string) => Manifest | undefined,
): string[] {
  const selected = (selector: Record<string, string>) =>
    workloads.filter(({ labels }) => matches(selector, labels));
  switch (kind) {
    case 'Service':
      return serviceFindings(spec, selected(spec.selector));
    case 'PodDisruptionBudget':
      return selected(spec.selector.matchLabels).length === 1 ? [] : ['does not select one workload'];
    case 'HorizontalPodAutoscaler':
      return autoscalerFindings(spec, find(spec.scaleTargetRef.kind, spec.scaleTargetRef.name));
    case 'Ingress':
      return (spec.rules as { http: { paths: { backend: Backend }[] } }[])
        .flatMap(({ http }) => http.paths)
        .flatMap(({ backend }) => backendFindings(backend, find));
    case 'NetworkPolicy':
      return policyFindings(spec.podSelector, workloads);
    default:
      return [];
  }
}

interface Backend {
  service: { name: string; port: { name: string } };
}

function backendFindings(
  { service }: Backend,
  find: (kind: string, name: string) => Manifest | undefined,
): string[] {
  const ports = (find('Service', service.name)?.['spec'].ports ?? []) as { name: string }[];
  return ports.some(({ name }) => name === service.port.name)
    ? []
    : [`no Service ${service.name} with a port ${service.port.name}`];
}

function serviceFindings(
  spec: { type?: string; ports: { targetPort: string }[] },
  selected: readonly Workload[],
): string[] {
  const [target] = selected;
  if (!target || selected.length !== 1) return ['does not select one workload'];
  return [
    ...(spec.type === 'ClusterIP' ? [] : ['is reachable from outside']),
    ...spec.ports
      .filter(({ targetPort }) => !target.container.ports?.some(({ name }) => name === targetPort))
      .map(({ targetPort }) => `${target.name} has no port ${targetPort}`),
  ];
}

function autoscalerFindings(
  { minReplicas, maxReplicas }: { minReplicas: number; maxReplicas: number },
  target: Manifest | undefined,
): string[] {
  if (!target) return ['scales a workload that does not exist'];
  // Each `kubectl apply` would reset the number that the autoscaler has chosen.
  if (target['spec'].replicas !== undefined) return ['scales a workload with a fixed number of replicas'];
  return minReplicas <= maxReplicas ? [] : ['has a minimum above its maximum'];
}

function policyFindings(
  { matchLabels = {}, matchExpressions = [] }: Selector,
  workloads: readonly Workload[],
): string[] {
  if (!workloads.some(({ labels }) => matches(matchLabels, labels))) return ['selects nothing'];
  return matchExpressions.flatMap(({ key, values }) =>
    values
      .filter((value) => !workloads.some(({ labels }) => labels[key] === value))
      .map((value) => `selects ${value}, which does not exist`),
  );
}

/** Checks that a default-deny policy covers every pod, and that every Deployment has a disruption budget. */
function uncovered(manifests: readonly Manifest[], workloads: readonly Workload[]): string[] {
  const deny = manifests.filter(
    ({ kind, spec }) =>
      kind === 'NetworkPolicy' &&
      ['Ingress', 'Egress'].every((type) => spec.policyTypes.includes(type)) &&
      !spec.ingress &&
      !spec.egress,
  );
  const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget');
  return workloads.flatMap(({ name, labels, selector }) => [
    ...(deny.some(({ spec }) => matches(spec.podSelector.matchLabels, labels))
      ? []
      : [`${name}: no policy denies its traffic by default`]),
    ...(!selector || budgets.some(({ spec }) => matches(spec.selector.matchLabels, labels))
      ? []
      : [`${name}: has no disruption budget`]),
  ]);
}
