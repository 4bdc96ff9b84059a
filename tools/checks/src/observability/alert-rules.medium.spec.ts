import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPrometheusTools, type PrometheusTools } from '@secure-preview/embedded';
import { parse } from 'yaml';
import { workspaceRoot } from '../workspace/projects.js';

const deployed = join(workspaceRoot, 'deploy/observability');
const rules = join(import.meta.dirname, 'rules');
const alertmanager = join(deployed, 'alertmanager/alertmanager.yml');

interface Test {
  alert_rule_test: { alertname: string; exp_alerts: unknown[] }[];
}
const tests = readdirSync(rules).flatMap(
  (file) => (parse(readFileSync(join(rules, file), 'utf8')) as { tests: Test[] }).tests,
);
const alerts = (
  parse(readFileSync(join(deployed, 'alerts.yml'), 'utf8')) as {
    groups: { rules: { alert: string; labels: { severity: string } }[] }[];
  }
).groups.flatMap((group) => group.rules);

let tools: PrometheusTools;
beforeAll(async () => {
  tools = await findPrometheusTools((line) => process.stderr.write(`${line}\n`));
}, 600_000);

/** Runs a program. Throws with its output when it reports a finding. */
const run = (program: keyof PrometheusTools, ...args: string[]) =>
  execFileSync(tools[program], args, { encoding: 'utf8', timeout: 60_000, stdio: 'pipe' });

it('loads a valid configuration of Prometheus with the alerts', () => {
  expect(run('promtool', 'check', 'config', join(deployed, 'prometheus.yml'))).toContain(
    `${alerts.length} rules found`,
  );
});

it.each(readdirSync(rules))('starts and ends alerts as %s specifies', (file) => {
  expect(run('promtool', 'test', 'rules', join(rules, file))).toContain('SUCCESS');
});

it.each(alerts.map(({ alert }) => alert))('tests %s with and without an alert', (alert) => {
  const cases = tests.flatMap((test) => test.alert_rule_test.filter(({ alertname }) => alertname === alert));
  expect([...new Set(cases.map(({ exp_alerts }) => exp_alerts.length > 0))].sort()).toEqual([false, true]);
});

it('loads a valid example of Alertmanager with a receiver for every severity', () => {
  expect(run('amtool', 'check-config', alertmanager)).toContain('SUCCESS');
  for (const severity of new Set(alerts.map(({ labels }) => labels.severity))) {
    const route = ['config', 'routes', 'test', `--config.file=${alertmanager}`, `severity=${severity}`];
    expect(run('amtool', ...route).trim()).toBe('operators');
  }
});
