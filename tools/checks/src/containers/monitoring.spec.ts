import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { builtImages } from '../kubernetes/images.js';
import { workspaceRoot } from '../workspace/projects.js';
import { composeFile, deployText } from './compose.js';

interface Scrape {
  job_name: string;
  dns_sd_configs?: { names: string[]; port: number }[];
}

const compose = composeFile();
const monitoring = composeFile('deploy/compose/monitoring.yml');
const images = builtImages();
interface Alerting {
  alertmanagers: { dns_sd_configs: { names: string[]; port: number }[] }[];
}

const { scrape_configs: scrapes, alerting } = parse(deployText('deploy/observability/prometheus.yml')) as {
  scrape_configs: Scrape[];
  alerting: Alerting;
};

/** Long-running services that answer `/metrics`, with their port. A command does not. */
const watched = Object.entries(compose.services).flatMap(([service, { build, restart, command }]) => {
  const port = build && !command && images.get(`${compose.name}-${service}`)?.env['INTERNAL_PORT'];
  return restart && port ? [[service, Number(port)] as const] : [];
});

it('has Prometheus scrape every service of compose that has metrics, at the right port', () => {
  expect(watched.length).toBeGreaterThan(3);
  const asked = scrapes
    .filter(({ job_name }) => job_name.startsWith('portal-'))
    .map(({ job_name, dns_sd_configs: [first] = [] }) => [job_name, first?.names, first?.port]);
  const expected = watched.map(([service, port]) => [`portal-${service}`, [service], port]);
  expect(asked.sort()).toEqual(expected.sort());
});

it('puts Prometheus in a network of each scraped service, and in one with a route outside', () => {
  const networks = monitoring.services['prometheus']?.networks ?? [];
  for (const [service] of watched) {
    const own = [compose, monitoring].flatMap((file) => file.services[service]?.networks ?? []);
    const shared = own.filter((name) => networks.includes(name));
    expect([service, shared.length]).not.toEqual([service, 0]);
  }
  const known = { ...compose.networks, ...monitoring.networks };
  expect(networks.filter((name) => !(name in known))).toEqual([]);
  expect(networks.some((name) => !known[name]?.internal)).toBe(true);
});

it('selects only existing jobs in dashboard and alerts', () => {
  const jobs = ['portal-.+', ...scrapes.map(({ job_name }) => job_name)];
  for (const file of ['alerts.yml', 'grafana-dashboard.json']) {
    const text = deployText(`deploy/observability/${file}`).replaceAll('\\"', '"');
    const selected = [...text.matchAll(/\bjob=~?"([^"]*)"/g)].flatMap(([, job = '']) =>
      job.startsWith('$') ? [] : job.split('|'),
    );
    expect(selected.filter((job) => !jobs.includes(job))).toEqual([]);
  }
});

it('has an alert for each job without a single instance', () => {
  const alerts = deployText('deploy/observability/alerts.yml');
  const missed = [...alerts.matchAll(/\babsent\(up\{job="([^"]*)"\}/g)].map(([, job]) => job);
  // Without HTTPS there is no certificate.
  const always = scrapes.map(({ job_name }) => job_name).filter((job) => job !== 'probe-certificate');
  expect(missed.sort()).toEqual(always.sort());
});

it('connects Prometheus to Alertmanager, which gets its configuration, secrets and a route outside', () => {
  const found = alerting.alertmanagers.flatMap(({ dns_sd_configs }) => dns_sd_configs);
  expect(found.map(({ names, port }) => [names, port])).toEqual([[['alertmanager'], 9093]]);
  const { prometheus, alertmanager } = monitoring.services;
  const shared = alertmanager?.networks?.filter((name) => prometheus?.networks?.includes(name)) ?? [];
  expect(shared.some((name) => !(name in compose.networks) && !monitoring.networks[name]?.internal)).toBe(
    true,
  );
  const [mount] = (alertmanager?.volumes ?? []).filter((volume) => typeof volume === 'object');
  expect(mount).toMatchObject({ target: '/etc/alertmanager', read_only: true });
  const reported = deployText('deploy/observability/alertmanager/alertmanager.yml');
  const secrets = [...reported.matchAll(/^[^#\n]*_file: (\S+)/gm)].map(([, file]) => file);
  expect(secrets.length).toBeGreaterThan(0);
  expect(secrets.filter((file) => !file?.startsWith('/etc/alertmanager/'))).toEqual([]);
  // The file itself contains no secret.
  expect(reported).not.toMatch(/^\s*(smtp_auth_(password|secret)|credentials|password|api_key|token):/m);
});

it('names only networks and volumes in documents that compose creates', () => {
  const files = ['docker-compose.yml', 'deploy/compose/monitoring.yml', 'deploy/compose/tls.yml'].map(
    (file) => composeFile(file),
  );
  const made = files.flatMap(({ networks, volumes }) =>
    [...Object.keys(networks ?? {}), ...Object.keys(volumes ?? {})].map((name) => `${compose.name}_${name}`),
  );
  const docs = readdirSync(join(workspaceRoot, 'docs'), { recursive: true, encoding: 'utf8' });
  const texts = ['README.md', ...docs.filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`)];
  texts.push('deploy/observability/prometheus.yml');
  const named = texts.flatMap((file) =>
    [...readFileSync(join(workspaceRoot, file), 'utf8').matchAll(/\bsecure-preview_[\w-]+/g)].map(
      ([name]) => `${file}: ${name}`,
    ),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((line) => !made.includes(line.replace(/^.*: /, '')))).toEqual([]);
});
