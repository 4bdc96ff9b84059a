import { readFileSync } from 'node:fs';
import { samplesOf, sumOf, until } from '@secure-preview/testing';
import { Client, enterAsViewer } from '../support/client.js';
import {
  alerts,
  countersIn,
  dashboard,
  dashboardExpressions,
  documentText,
  groupsIn,
  handbook,
  isBalanced,
  selectorsIn,
  seriesIn,
} from '../support/observability/expressions.js';
import type { TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

const processes = [
  'gateway',
  'auth-service',
  'analytics-service',
  'media-service',
  'media-worker',
  'notifier',
] as const;
type Process = (typeof processes)[number];

let portal: TestPortal;
let viewer: Client;
/** Metrics of each process after a trailer was uploaded and watched. */
const scraped = {} as Record<Process, string>;

const scrape = async (name: Process) =>
  (await fetch(`http://127.0.0.1:${portal.internalPorts()[name]}/metrics`)).text();

// Counts everything that has happened in the portal: among the specs that share it, this one runs first.
test.beforeAll(async ({ files, inspectedPortal }) => {
  portal = inspectedPortal;
  await publishTrailer(portal.url, { title: 'Perihelion', video: files.video('mp4', 3) });
  viewer = await enterAsViewer(portal.url, 'Grace Hopper');
  const { filePath } = (await viewer.get('/api/active-trailer')).json();
  await viewer.get(filePath);
  const { id } = (await viewer.post('/api/viewing-session')).json();
  await viewer.patch(`/api/viewing-session/${id}`, { duration: '0:03', completed: 'true' });
  // Jobs and requests are counted when they end, which is after their response.
  const isCounted = async () => {
    for (const name of processes) scraped[name] = await scrape(name);
    const processed = sumOf(scraped['media-worker'], 'portal_trailers_processed_total', { outcome: 'ready' });
    const reported = { route: '/api/viewing-session/:id', method: 'PATCH' };
    return (
      processed === 1 && sumOf(scraped.gateway, 'portal_http_request_duration_seconds_count', reported) === 1
    );
  };
  await until(isCounted, { deadlineMs: 60_000, everyMs: 200, what: 'all requests and jobs to be counted' });
});

/** Returns the series names that Prometheus derives from a process, with all series of each histogram. */
function namesOf(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' || type === 'summary' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
}

test.describe('the metrics of a running portal', () => {
  test('report requests, errors and durations of every process, and the business metrics of the portal', () => {
    const { gateway } = scraped;
    const list = { route: '/api/viewing-session/:id', method: 'PATCH', status_code: '200' };
    expect(sumOf(gateway, 'portal_http_request_duration_seconds_count', list)).toBe(1);
    for (const [name, method] of [
      ['auth-service', 'auth.verifyUploadPassword'],
      ['analytics-service', 'analytics.viewing.start'],
      ['media-service', 'media.playback.masterPlaylist'],
    ] as const) {
      const ok = { method, outcome: 'ok' };
      const served = sumOf(scraped[name], 'portal_rpc_server_call_duration_seconds_count', ok);
      expect(served).toBeGreaterThan(0);
      expect(sumOf(gateway, 'portal_rpc_client_call_duration_seconds_count', ok)).toBe(served);
      const pool = { pool: name.replace('-service', '') };
      expect(sumOf(scraped[name], 'portal_postgres_pool_limit', pool)).toBeGreaterThan(0);
    }
    for (const redis of ['sessions', 'calls']) {
      const used = sumOf(gateway, 'portal_redis_memory_used_bytes', { redis }) ?? 0;
      expect(used).toBeGreaterThan(0);
      expect(sumOf(gateway, 'portal_redis_memory_limit_bytes', { redis })).toBeGreaterThan(used);
    }
    const { 'analytics-service': analytics, 'media-service': media, 'media-worker': worker } = scraped;
    expect(sumOf(analytics, 'portal_leads_captured_total')).toBe(2);
    expect(sumOf(analytics, 'portal_plays_total')).toBe(1);
    expect(sumOf(analytics, 'portal_completions_total')).toBe(1);
    expect(sumOf(worker, 'portal_trailers_processed_total', { outcome: 'ready' })).toBe(1);
    expect(sumOf(media, 'portal_uploads_accepted_total', { kind: 'video' })).toBe(1);
    expect(sumOf(scraped.notifier, 'portal_outbox_waiting', { channel: 'mail' })).toBe(0);
    expect(sumOf(worker, 'portal_jobs', { task: 'process-trailer', state: 'failed' })).toBe(0);
    for (const name of processes) {
      const redis = sumOf(scraped[name], 'portal_redis_connection_up');
      if (name === 'media-worker' || name === 'notifier') expect(redis).toBeUndefined();
      else expect(redis).toBeGreaterThan(0);
      const down = samplesOf(scraped[name]).filter(
        ({ name: metric, value }) => metric === 'portal_dependency_up' && value !== 1,
      );
      expect(down).toEqual([]);
    }
  });

  test('contain no personal data, and no labels that grow with visitors', () => {
    const all = processes.map((name) => scraped[name]).join('\n');
    expect(all).not.toMatch(/example\.com|Grace|Hopper|Perihelion|Signature|127\.0\.0\.1/);
    expect(all).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f]{32}/);
  });

  test('follow the conventions of Prometheus', () => {
    const types = new Map(
      processes.flatMap((name) =>
        [...scraped[name].matchAll(/^# TYPE (portal_\S+) (\w+)$/gm)].map(
          ([, metric = '', type = '']) => [metric, type] as const,
        ),
      ),
    );
    expect(types.size).toBeGreaterThan(25);
    for (const [metric, type] of types) {
      expect(metric).toMatch(/^portal_[a-z0-9_]+$/);
      expect([metric, metric.endsWith('_total')]).toEqual([metric, type === 'counter']);
      if (type === 'histogram') expect(metric).toMatch(/_seconds$/);
      expect(metric).not.toMatch(/_(ms|milliseconds|minutes|kb|mb)(_|$)/);
    }
  });

  test('start every counter at 0, so its first increase is visible', () => {
    const all = processes.map((name) => scraped[name]).join('\n');
    const counters = [...all.matchAll(/^# TYPE (portal_\S+) counter$/gm)].map(([, name = '']) => name);
    const uninitialised = [...new Set(counters)].filter((name) => sumOf(all, name) === undefined);
    // Excludes counters that are labelled by the many routes and methods.
    expect(uninitialised.filter((name) => !/_aborted_total$|_resends_total$/.test(name))).toEqual([]);
  });

  test('are not available at the public URL', async () => {
    const stranger = new Client(portal.url);
    const missing = await stranger.get('/no/such/page');
    for (const path of ['/metrics', '/api/metrics', '/health/ready']) {
      expect((await stranger.get(path)).status).toBe(404);
    }
    expect((await stranger.get('/metrics')).text).toBe(missing.text);
    expect(missing.text).toContain('<!doctype html>');
    const { port } = new URL(portal.url);
    expect(Object.values(portal.internalPorts())).not.toContain(Number(port));
  });
});

test.describe('dashboard and alerts', () => {
  const expressions = [...alerts(), ...dashboardExpressions()];
  /** Created by Prometheus itself, or by exporters (tools/checks/src/observability/exporters.medium.spec.ts). */
  const EXTERNAL_SERIES = [
    'up',
    'probe_success',
    'probe_http_status_code',
    'probe_duration_seconds',
    'probe_ssl_earliest_cert_expiry',
    'node_filesystem_avail_bytes',
    'node_filesystem_size_bytes',
    'kubelet_volume_stats_available_bytes',
    'kubelet_volume_stats_capacity_bytes',
  ];

  test('read only series that the portal exports', () => {
    expect(expressions.length).toBeGreaterThan(60);
    const labelNames = new Set([...EXTERNAL_SERIES, ...processes.flatMap((name) => namesOf(scraped[name]))]);
    const missing = expressions.flatMap((expression) => {
      const names = seriesIn(expression);
      expect([expression.where, names.length > 0]).toEqual([expression.where, true]);
      return names.filter((name) => !labelNames.has(name)).map((name) => `${expression.where}: ${name}`);
    });
    expect(missing).toEqual([]);
    expect(expressions.filter((expression) => !isBalanced(expression))).toEqual([]);
  });

  test('select and group by labels that the series have', () => {
    const samples = processes.flatMap((name) => samplesOf(scraped[name]));
    const labels = new Map<string, Set<string>>();
    for (const { name, labels: found } of samples) {
      const labelNames = labels.get(name) ?? new Set(['job', 'instance']);
      for (const label of Object.keys(found)) labelNames.add(label);
      labels.set(name, labelNames);
    }
    const wrong = expressions.flatMap((expression) =>
      selectorsIn(expression)
        .filter(({ series, label }) => labels.get(series)?.has(label) === false)
        .map(({ series, label }) => `${expression.where}: ${series} has no ${label}`),
    );
    expect(wrong).toEqual([]);
    const ungrouped = expressions.flatMap((expression) => {
      const labelNames = seriesIn(expression).flatMap((series) => [...(labels.get(series) ?? [])]);
      const unknown = groupsIn(expression).filter((label) => !labelNames.includes(label));
      return labelNames.length === 0
        ? []
        : unknown.map((label) => `${expression.where}: no series has ${label}`);
    });
    expect(ungrouped).toEqual([]);
  });

  test('use only counters that start at 0, so a first burst is an increase', () => {
    const all = processes.map((name) => scraped[name]).join('\n');
    const counted = alerts().flatMap(countersIn);
    expect(counted.length).toBeGreaterThan(4);
    expect(counted.filter(({ series, labels }) => sumOf(all, series, labels) === undefined)).toEqual([]);
  });

  test('are all explained in the handbook', () => {
    const text = handbook();
    const names = alerts().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, severity, runbook } of alerts()) {
      expect(text).toContain(`### ${name}\n`);
      expect(['critical', 'warning']).toContain(severity);
      expect(runbook).toBe(`docs/OBSERVABILITY.md#${name.toLowerCase()}`);
    }
    const headings = [...text.matchAll(/^### (Portal\w+)$/gm)].map(([, name]) => name);
    expect(headings.sort()).toEqual(names.sort());
  });

  test('have panels that do not overlap and have unique ids', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const occupied = new Set<string>();
    for (const { title, gridPos } of dashboard.panels) {
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect([title, occupied.has(`${x} ${y}`)]).toEqual([title, false]);
          occupied.add(`${x} ${y}`);
        }
      }
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    }
  });
});

test('documents every metric of the portal in the handbook', () => {
  const text = handbook();
  const names = processes.flatMap((name) =>
    [...scraped[name].matchAll(/^# TYPE (portal_\S+) /gm)].map(([, metric = '']) => metric),
  );
  expect([...new Set(names)].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test('documents the number of Postgres connections of a worker', () => {
  // Besides the connections of its pools, one holds the liveness lock.
  const maximum = (sumOf(scraped['media-worker'], 'portal_postgres_pool_limit') ?? 0) + 1;
  expect(maximum).toBeGreaterThan(10);
  expect(documentText('docs/KUBERNETES.md')).toContain(`, ${maximum} for a\n  worker.`);
  expect(documentText('docs/DEPLOYMENT.md')).toContain(`a worker up to ${maximum}.`);
  expect(documentText('docker-compose.yml')).toContain(`, ${maximum} for a media worker.`);
});

test('logs the same ids for a request in all processes, and no personal data', async () => {
  const answer = await viewer.post('/api/access-log');
  const requestId = answer.headers.get('x-request-id') ?? 'none';
  const lineIn = (name: Process) =>
    until(
      () => {
        const line = readFileSync(portal.logFile(name), 'utf8')
          .split('\n')
          .find((text) => text.includes(requestId));
        return line === undefined ? undefined : (JSON.parse(line) as Record<string, unknown>);
      },
      { deadlineMs: 60_000, what: `a line of ${name}` },
    );
  const [gatewayLine, service] = [await lineIn('gateway'), await lineIn('analytics-service')];
  for (const id of ['requestId', 'traceId', 'sessionRef', 'leadId']) {
    expect(gatewayLine[id]).toEqual(expect.any(String));
    expect(service[id]).toBe(gatewayLine[id]);
  }
  expect(gatewayLine).toMatchObject({ route: '/api/access-log', status: 200 });
  expect(service).toMatchObject({ method: 'analytics.access.log', outcome: 'ok' });
  for (const name of processes) {
    expect(readFileSync(portal.logFile(name), 'utf8')).not.toMatch(/example\.com|Grace|X-Amz-Signature/);
  }
});
