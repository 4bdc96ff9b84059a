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

/** Long-running services with `/metrics`, and their port. Commands have no metrics. */
const scraped = Object.entries(compose.services).flatMap(([service, { build, restart, command }]) => {
  const port = build && !command && images.get(`${compose.name}-${service}`)?.env['INTERNAL_PORT'];
  return restart && port ? [[service, Number(port)] as const] : [];
});

it('makes Prometheus scrape every compose service with metrics, at the right port', () => {
  expect(scraped.length).toBeGreaterThan(3);
  const jobs = scrapes
    .filter(({ job_name }) => job_name.startsWith('portal-'))
    .map(({ job_name, dns_sd_configs: [first] = [] }) => [job_name, first?.names, first?.port]);
  const expected = scraped.map(([service, port]) => [`portal-${service}`, [service], port]);
  expect(jobs.sort()).toEqual(expected.sort());
});

it('connects Prometheus to each scraped service, and gives Prometheus access to the outside', () => {
  const networks = monitoring.services['prometheus']?.networks ?? [];
  for (const [service] of scraped) {
    const serviceNetworks = [compose, monitoring].flatMap((file) => file.services[service]?.networks ?? []);
    const shared = serviceNetworks.filter((name) => networks.includes(name));
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

it('defines an alert for the absence of each job', () => {
  const alerts = deployText('deploy/observability/alerts.yml');
  const absent = [...alerts.matchAll(/\babsent\(up\{job="([^"]*)"\}/g)].map(([, job]) => job);
  // Without HTTPS there is no certificate.
  const required = scrapes.map(({ job_name }) => job_name).filter((job) => job !== 'probe-certificate');
  expect(absent.sort()).toEqual(required.sort());
});

it('connects Prometheus to Alertmanager, which has its configuration, secrets and access to the outside', () => {
  const configs = alerting.alertmanagers.flatMap(({ dns_sd_configs }) => dns_sd_configs);
  expect(configs.map(({ names, port }) => [names, port])).toEqual([[['alertmanager'], 9093]]);
  const { prometheus, alertmanager } = monitoring.services;
  const shared = alertmanager?.networks?.filter((name) => prometheus?.networks?.includes(name)) ?? [];
  expect(shared.some((name) => !(name in compose.networks) && !monitoring.networks[name]?.internal)).toBe(
    true,
  );
  const [mount] = (alertmanager?.volumes ?? []).filter((volume) => typeof volume === 'object');
  expect(mount).toMatchObject({ target: '/etc/alertmanager', read_only: true });
  const configuration = deployText('deploy/observability/alertmanager/alertmanager.yml');
  const secrets = [...configuration.matchAll(/^[^#\n]*_file: (\S+)/gm)].map(([, file]) => file);
  expect(secrets.length).toBeGreaterThan(0);
  expect(secrets.filter((file) => !file?.startsWith('/etc/alertmanager/'))).toEqual([]);
  // The file itself contains no secret.
  expect(configuration).not.toMatch(/^\s*(smtp_auth_(password|secret)|credentials|password|api_key|token):/m);
});

it('mentions only networks and volumes that compose creates', () => {
  const files = ['docker-compose.yml', 'deploy/compose/monitoring.yml', 'deploy/compose/tls.yml'].map(
    (file) => composeFile(file),
  );
  const created = files.flatMap(({ networks, volumes }) =>
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
  expect(named.filter((line) => !created.includes(line.replace(/^.*: /, '')))).toEqual([]);
});
