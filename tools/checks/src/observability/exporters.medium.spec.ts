import { type ChildProcess, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Exporters, findExporters, freePort, until } from '@secure-preview/embedded';
import { samplesOf, sumOf } from '@secure-preview/testing';
import { parse } from 'yaml';
import { selfSigned } from '../../../../libs/operations/src/probe/testing/self-signed.js';
import { composeFile, deployText } from '../containers/compose.js';
import { workspaceRoot } from '../workspace/projects.js';

// Runs Debian's packages of the exporters with the configuration of `deploy/compose/monitoring.yml`.
const children: ChildProcess[] = [];
const servers: Server[] = [];
let exporters: Exporters;
let blackbox: string;
let node: string;
/** Targets of the probes: a proxy that returns 200 or 503, and a proxy with an untrusted certificate. */
let proxy: string;
let untrusted: string;

async function start(program: string, ...args: string[]): Promise<string> {
  const address = `127.0.0.1:${await freePort()}`;
  children.push(spawn(program, [`--web.listen-address=${address}`, ...args], { stdio: 'ignore' }));
  const isReady = () =>
    fetch(`http://${address}/`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isReady, { deadlineMs: 20_000, everyMs: 20, what: program });
  return `http://${address}`;
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  exporters = await findExporters((line) => process.stderr.write(`${line}\n`));
  const plain = createHttpServer((request, response) => {
    response.statusCode = request.url === '/api/health/ready' ? 200 : 503;
    response.end();
  });
  proxy = `http://127.0.0.1:${await listen(plain)}`;
  untrusted = `localhost:${await listen(createHttpsServer(selfSigned, (_, response) => response.end()))}`;
  const { command = [] } = composeFile('deploy/compose/monitoring.yml').services['node-exporter'] ?? {};
  const filesystems = command.slice(1).map((option) => option.replaceAll('$$', '$'));
  const config = join(workspaceRoot, 'deploy/observability/blackbox.yml');
  [blackbox, node] = await Promise.all([
    start(exporters.blackbox, `--config.file=${config}`),
    start(exporters.node, ...filesystems),
  ]);
}, 600_000);
afterAll(() => {
  for (const child of children) child.kill();
  for (const server of servers) server.close();
});

const probe = async (module: string, target: string) =>
  (await fetch(`${blackbox}/probe?module=${module}&target=${encodeURIComponent(target)}`)).text();

it.each([
  ['a ready portal', () => `${proxy}/api/health/ready`, 1, 200],
  ['a proxy without a gateway', () => `${proxy}/elsewhere`, 0, 503],
  ['a proxy that is down', () => 'http://127.0.0.1:1/api/health/ready', 0, 0],
  ['a certificate that browsers reject', () => `https://${untrusted}/`, 0, 0],
])('reports %s as the alerts expect', async (_name, target, success, status) => {
  const text = await probe('portal', target());
  expect(sumOf(text, 'probe_success')).toBe(success);
  expect(sumOf(text, 'probe_http_status_code')).toBe(status);
});

it('reports the expiry of any certificate, even if browsers reject it', async () => {
  const text = await probe('certificate', untrusted);
  expect(sumOf(text, 'probe_success')).toBe(1);
  expect(sumOf(text, 'probe_ssl_earliest_cert_expiry')).toBe(
    Date.parse(new X509Certificate(selfSigned.cert).validTo) / 1000,
  );
});

it('reports no certificate for a closed port', async () => {
  const text = await probe('certificate', '127.0.0.1:1');
  expect(sumOf(text, 'probe_success')).toBe(0);
  expect(sumOf(text, 'probe_ssl_earliest_cert_expiry') ?? 0).toBe(0);
});

it('reports the space of each disk, with the labels that the alerts select', async () => {
  const samples = samplesOf(await (await fetch(`${node}/metrics`)).text());
  const disks = samples.filter(({ name }) => name === 'node_filesystem_size_bytes');
  expect(disks.length).toBeGreaterThan(0);
  for (const { labels } of disks) {
    const free = samples.find(
      ({ name, labels: sampleLabels }) =>
        name === 'node_filesystem_avail_bytes' && JSON.stringify(sampleLabels) === JSON.stringify(labels),
    );
    expect(free?.value).toBeGreaterThanOrEqual(0);
    expect(Object.keys(labels).sort()).toEqual(['device', 'fstype', 'mountpoint']);
  }
});

it('uses all configured modules and no others', () => {
  const { scrape_configs: scrapes } = parse(deployText('deploy/observability/prometheus.yml')) as {
    scrape_configs: { params?: { module: string[] } }[];
  };
  const { modules } = parse(deployText('deploy/observability/blackbox.yml')) as { modules: object };
  const used = scrapes.flatMap(({ params }) => params?.module ?? []);
  expect(used.sort()).toEqual(Object.keys(modules).sort());
});
