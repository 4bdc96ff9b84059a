import { imageOf } from './environment-findings.js';
import { builtImages } from './images.js';
import type { Manifest } from './manifest.js';
import { drainSeconds, metricsPath, processes } from './processes.js';
import { type Workload, workloadsOf } from './workload.js';

/**
 * Checks that workloads run built images, have correct probes, and have no needless permissions.
 */
export function workloadFindings(manifests: readonly Manifest[]): string[] {
  return workloadsOf(manifests).flatMap((workload) =>
    [...imageFindings(workload), ...healthFindings(workload), ...permissionFindings(workload)].map(
      (finding) => `${workload.name}: ${finding}`,
    ),
  );
}

function imageFindings({ container: { image } }: Workload): string[] {
  return [...builtImages().keys()].some((name) => imageOf(image, name))
    ? []
    : [`nothing builds the image ${image}`];
}

function healthFindings({ name, annotations, container, pod }: Workload): string[] {
  const health = processes[name]?.health;
  if (!health) return [];
  const findings: string[] = [];
  const env = [...builtImages()].find(([built]) => imageOf(container.image, built))?.[1].env ?? {};
  const portOf = (port: string | number | undefined) =>
    typeof port === 'number'
      ? port
      : container.ports?.find((candidate) => candidate.name === port)?.containerPort;
  const expected = {
    startupProbe: health.live,
    livenessProbe: health.live,
    readinessProbe: health.ready,
  } as const;
  for (const [probe, path] of Object.entries(expected) as [keyof typeof expected, string][]) {
    const { httpGet } = container[probe] ?? {};
    if (httpGet?.path !== path)
      findings.push(`${probe} requests ${httpGet?.path}, but the process serves ${path}`);
    if (String(portOf(httpGet?.port)) !== env[health.portVariable])
      findings.push(
        `${probe} requests port ${httpGet?.port}, but the process serves ${env[health.portVariable]}`,
      );
  }
  if (annotations['prometheus.io/path'] !== metricsPath) findings.push('the path of the metrics is wrong');
  if (annotations['prometheus.io/port'] !== env['INTERNAL_PORT'])
    findings.push('the port of the metrics is wrong');
  for (const host of ['INTERNAL_HOST', ...(health.portVariable === 'PORT' ? ['HOST'] : [])])
    if (env[host] !== '0.0.0.0') findings.push(`the image listens only on loopback (${host})`);
  const [program, seconds] = container.lifecycle?.preStop?.exec?.command ?? ['sleep', '0'];
  if (program !== 'sleep') findings.push('preStop runs a command other than sleep');
  if ((pod.terminationGracePeriodSeconds ?? 30) <= drainSeconds + Number(seconds))
    findings.push(`may be killed before it has drained for ${drainSeconds} s`);
  return findings;
}

/** Checks the restricted Pod Security Standard, a read-only root, and limited resources. */
function permissionFindings({ pod, container }: Workload): string[] {
  const required: [string, unknown, unknown][] = [
    ['runAsNonRoot', pod.securityContext?.['runAsNonRoot'], true],
    ['runAsUser', pod.securityContext?.['runAsUser'], 1000],
    ['seccompProfile', pod.securityContext?.['seccompProfile'], { type: 'RuntimeDefault' }],
    ['automountServiceAccountToken', pod.automountServiceAccountToken, false],
    // Otherwise Kubernetes' variables of a Service could override a setting with the same prefix.
    ['enableServiceLinks', pod.enableServiceLinks, false],
    ['allowPrivilegeEscalation', container.securityContext?.['allowPrivilegeEscalation'], false],
    ['readOnlyRootFilesystem', container.securityContext?.['readOnlyRootFilesystem'], true],
    ['capabilities', container.securityContext?.['capabilities'], { drop: ['ALL'] }],
    ['containers', pod.containers.length, 1],
  ];
  const findings = required
    .filter(([, actual, value]) => JSON.stringify(actual) !== JSON.stringify(value))
    .map(([name, actual, value]) => `${name} is ${JSON.stringify(actual)}, not ${JSON.stringify(value)}`);
  for (const [kind, names] of [
    ['requests', ['cpu', 'memory']],
    ['limits', ['memory']],
  ] as const)
    for (const resource of names)
      if (container.resources?.[kind]?.[resource] === undefined) findings.push(`no ${kind} of ${resource}`);
  for (const { name, emptyDir } of pod.volumes ?? [])
    if (emptyDir && emptyDir.sizeLimit === undefined) findings.push(`the volume ${name} has no size limit`);
  for (const { name, mountPath } of container.volumeMounts ?? [])
    if (!pod.volumes?.some((volume) => volume.name === name))
      findings.push(`${mountPath}: no volume ${name}`);
  return findings;
}
