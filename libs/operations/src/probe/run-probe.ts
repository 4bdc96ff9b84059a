import { portalConfig, routes } from '@secure-preview/contracts';
import { allChecks } from './all-checks.js';
import { type ProbeReport, type ProbeResult, type ProbeState, probeReport } from './outcome.js';
import { PortalClient } from './portal-client.js';
import { probeArgs } from './probe-args.js';
import { ProbeContext } from './probe-context.js';
import { runChecks } from './run-checks.js';

/** Milliseconds for all checks. Checks that are not done by then have no result. */
const PROBE_MS = 120_000;

const marks: Readonly<Record<ProbeState, string>> = {
  ok: 'ok',
  warning: 'warning',
  problem: 'PROBLEM',
  'not-run': 'not run',
};

/** Columns before the text of a line. */
const STATE_WIDTH = 9;
const ID_WIDTH = 27;

function printResult({ id, title, asvs, state, finding, remedy }: ProbeResult): void {
  // A finding may quote the portal. Control characters in it would be interpreted by the terminal.
  const line = `  ${marks[state].padEnd(STATE_WIDTH)}${id.padEnd(ID_WIDTH)}${title}: ${finding.replace(/\p{Cc}/gu, '?')}`;
  process.stdout.write(`${line} (${asvs.join(', ')})\n`);
  if (remedy !== null) process.stdout.write(`${' '.repeat(2 + STATE_WIDTH + ID_WIDTH)}→ ${remedy}\n`);
}

function countsOf(results: readonly ProbeResult[]): ProbeReport['counts'] {
  const counts = { ok: 0, warning: 0, problem: 0, 'not-run': 0 };
  for (const { state } of results) counts[state] += 1;
  return counts;
}

const isUntrusted = (code = ''): boolean => /CERT|SELF_SIGNED|SIGNATURE|ERR_TLS/.test(code);

/** @throws Error when no portal responds at this URL */
async function requirePortal(client: PortalClient): Promise<void> {
  const { origin } = client.base;
  try {
    const { status, body } = await client.request(routes.portal.config.path);
    if (status === 200 && portalConfig.safeParse(JSON.parse(body)).success) return;
    throw new Error(`${routes.portal.config.path} returned ${status}`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const advice = isUntrusted(code)
      ? 'Install a trusted certificate, or add --insecure to check the rest.'
      : 'Check the URL.';
    throw new Error(`${origin} does not respond like a portal: ${code ?? message}. ${advice}`);
  }
}

/** Runs `portal probe`. @returns the exit code */
export async function runProbe(args: readonly string[]): Promise<number> {
  const { address, skipped, json, ...options } = probeArgs(args);
  const started = Date.now();
  const client = new PortalClient(address, {
    insecure: options.insecure,
    signal: AbortSignal.timeout(PROBE_MS),
  });
  try {
    await requirePortal(client);
    const context = new ProbeContext(client, options);
    await context.prepare();
    if (!json) process.stdout.write(`${address.origin}\n`);
    const results = await runChecks(allChecks, context, skipped, json ? () => undefined : printResult);
    const counts = countsOf(results);
    const seconds = (Date.now() - started) / 1000;
    const startedAt = new Date(started).toISOString();
    const report = probeReport.parse({ address: address.origin, startedAt, seconds, counts, results });
    const summary = `ok: ${counts.ok}, warnings: ${counts.warning}, problems: ${counts.problem}, not run: ${counts['not-run']}`;
    process.stdout.write(
      json ? `${JSON.stringify(report, null, 2)}\n` : `${summary} (${Math.round(seconds)} s)\n`,
    );
    return (counts.problem ?? 0) > 0 ? 1 : 0;
  } finally {
    client.close();
  }
}
