import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { workspaceRoot } from './projects.js';

interface Job {
  readonly 'runs-on': string;
  readonly container?: string;
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
}

const folder = join(workspaceRoot, '.github/workflows');
const jobs = readdirSync(folder).flatMap((file) => {
  const { jobs } = parse(readFileSync(join(folder, file), 'utf8')) as { jobs: Record<string, Job> };
  return Object.entries(jobs).map(([name, job]) => [`${file}, ${name}`, job] as const);
});

it('finds the job of continuous integration', () => {
  expect(jobs.map(([name]) => name)).toEqual(['ci.yml, test']);
});

it.each(jobs)('%s runs only .ci/run, on Debian with the Node of .nvmrc', (_name, job) => {
  const node = readFileSync(join(workspaceRoot, '.nvmrc'), 'utf8').trim();
  expect(job['runs-on']).toMatch(/^ubuntu-\d/);
  expect(job.container).toBe(`node:${node}-bookworm`);
  expect(job.steps.flatMap(({ run }) => run ?? [])).toEqual(['.ci/run']);
  expect(job.steps[0]?.uses).toMatch(/^actions\/checkout@/);
});

it('keeps .ci/run executable', () => {
  expect(() => accessSync(join(workspaceRoot, '.ci/run'), constants.X_OK)).not.toThrow();
});
