import { imageOf } from './environment-faults.js';
import { builtImages } from './images.js';
import type { Manifest } from './manifest.js';
import { drainSeconds, metricsPath, processes } from './processes.js';
import { type Workload, workloadsOf } from './workload.js';

/** Whether workloads run what is built, are asked where they answer, and may do no more than they must. */
export function workloadFaults(manifests: readonly Manifest[]): string[] {
  return workloadsOf(manifests).flatMap((workload) =>
    [...imageFaults(workload), ...healthFaults(workload), ...permissionFaults(workload)].map(
      (fault) => `${workload.name}: ${fault}`,
    ),
  );
}

function imageFaults({ container: { image } }: Workload): string[] {
  return [...builtImages().keys()].some((name) => imageOf(image, name))
    ? []
    : [`nothing builds the image ${image}`];
}

function healthFaults({ name, annotations, container, pod }: Workload): string[] {
  const health = processes[name]?.health;
  if (!health) return [];
  const faults: string[] = [];
  const env = [...builtImages()].find(([built]) => imageOf(container.image, built))?.[1].env ?? {};
  const portOf = (port: string | number | undefined) =>
    typeof port === 'number' ? port : container.ports?.find((each) => each.name === port)?.containerPort;
  const expected = {
    startupProbe: health.live,
    livenessProbe: health.live,
    readinessProbe: health.ready,
  } as const;
  for (const [probe, path] of Object.entries(expected) as [keyof typeof expected, string][]) {
    const { httpGet } = container[probe] ?? {};
    if (httpGet?.path !== path) faults.push(`${probe} asks ${httpGet?.path}, and ${path} is served`);
    if (String(portOf(httpGet?.port)) !== env[health.portVariable])
      faults.push(`${probe} asks port ${httpGet?.port}, and ${env[health.portVariable]} is served`);
  }
  if (annotations['prometheus.io/path'] !== metricsPath)
    faults.push('the path of the metrics is another one');
  if (annotations['prometheus.io/port'] !== env['INTERNAL_PORT'])
    faults.push('the port of the metrics is another one');
  for (const host of ['INTERNAL_HOST', ...(health.portVariable === 'PORT' ? ['HOST'] : [])])
    if (env[host] !== '0.0.0.0') faults.push(`the image does not open its ports to others (${host})`);
  const [program, seconds] = container.lifecycle?.preStop?.exec?.command ?? ['sleep', '0'];
  if (program !== 'sleep') faults.push('preStop does something else than wait');
  if ((pod.terminationGracePeriodSeconds ?? 30) <= drainSeconds + Number(seconds))
    faults.push(`may be killed before it has drained for ${drainSeconds} s`);
  return faults;
}

/** The restricted Pod Security Standard, a read-only root, and resources that are bounded. */
function permissionFaults({ pod, container }: Workload): string[] {
  const wanted: [string, unknown, unknown][] = [
    ['runAsNonRoot', pod.securityContext?.['runAsNonRoot'], true],
    ['runAsUser', pod.securityContext?.['runAsUser'], 1000],
    ['seccompProfile', pod.securityContext?.['seccompProfile'], { type: 'RuntimeDefault' }],
    ['automountServiceAccountToken', pod.automountServiceAccountToken, false],
    // Else a Service named as another program's setting begins would set that.
    ['enableServiceLinks', pod.enableServiceLinks, false],
    ['allowPrivilegeEscalation', container.securityContext?.['allowPrivilegeEscalation'], false],
    ['readOnlyRootFilesystem', container.securityContext?.['readOnlyRootFilesystem'], true],
    ['capabilities', container.securityContext?.['capabilities'], { drop: ['ALL'] }],
    ['containers', pod.containers.length, 1],
  ];
  const faults = wanted
    .filter(([, found, value]) => JSON.stringify(found) !== JSON.stringify(value))
    .map(([what, found, value]) => `${what} is ${JSON.stringify(found)}, not ${JSON.stringify(value)}`);
  for (const [kind, names] of [
    ['requests', ['cpu', 'memory']],
    ['limits', ['memory']],
  ] as const)
    for (const each of names)
      if (container.resources?.[kind]?.[each] === undefined) faults.push(`no ${kind} of ${each}`);
  for (const { name, emptyDir } of pod.volumes ?? [])
    if (emptyDir && emptyDir.sizeLimit === undefined) faults.push(`the volume ${name} has no size limit`);
  for (const { name, mountPath } of container.volumeMounts ?? [])
    if (!pod.volumes?.some((volume) => volume.name === name)) faults.push(`${mountPath}: no volume ${name}`);
  return faults;
}
