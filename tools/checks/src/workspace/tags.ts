import type { Project } from './projects.js';

/** Allowed tags by axis. A project has one tag on each axis. */
export const knownTags = {
  scope: ['shared', 'web', 'gateway', 'auth', 'media', 'analytics', 'storage', 'standalone', 'tools', 'e2e'],
  type: ['contracts', 'lib', 'app', 'embedded', 'launcher', 'testing', 'tool', 'e2e'],
  platform: ['any', 'node', 'browser'],
} as const satisfies Record<string, readonly string[]>;

type Axis = keyof typeof knownTags;
const axes = Object.keys(knownTags) as Axis[];

/** Types on which each type may depend at run time. */
const allowedTypes: Record<string, readonly string[]> = {
  contracts: [],
  lib: ['contracts', 'lib'],
  app: ['contracts', 'lib'],
  embedded: [],
  launcher: ['contracts', 'lib', 'app', 'embedded'],
  testing: ['contracts', 'lib', 'app', 'embedded'],
  tool: ['contracts', 'lib', 'embedded', 'launcher', 'tool'],
  e2e: ['contracts', 'testing', 'embedded', 'launcher', 'tool'],
};

function tagOn(project: Project, axis: Axis): string | undefined {
  return project.tags.find((tag) => tag.startsWith(`${axis}:`))?.slice(axis.length + 1);
}

/** Returns the errors in a project's tags: unknown tags, and axes without exactly one tag. */
export function tagFindings(project: Project): string[] {
  const unknown = project.tags
    .filter((tag) => !axes.some((axis) => knownTags[axis].some((value) => tag === `${axis}:${value}`)))
    .map((tag) => `${project.name}: unknown tag ${tag}`);
  const counts = axes
    .map((axis) => ({ axis, count: project.tags.filter((tag) => tag.startsWith(`${axis}:`)).length }))
    .filter(({ count }) => count !== 1)
    .map(({ axis }) => `${project.name}: not exactly one tag on the axis ${axis}`);
  return [...unknown, ...counts];
}

/** Returns run-time dependencies between packages that their tags forbid. */
export function dependencyFindings(projects: readonly Project[]): string[] {
  const byName = new Map(projects.map((project) => [project.name, project]));
  return projects.flatMap((project) =>
    project.dependencies.flatMap((name) => {
      const target = byName.get(name);
      if (!target) return [];
      const findings: string[] = [];
      const type = tagOn(target, 'type') ?? '';
      if (!allowedTypes[tagOn(project, 'type') ?? '']?.includes(type)) findings.push(`type:${type}`);
      const platform = tagOn(target, 'platform') ?? '';
      if (platform !== 'any' && platform !== tagOn(project, 'platform'))
        findings.push(`platform:${platform}`);
      return findings.map((tag) => `${project.name} must not depend on ${name} (${tag})`);
    }),
  );
}
