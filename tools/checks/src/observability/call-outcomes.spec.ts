import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@secure-preview/contracts';
import { workspaceRoot } from '../workspace/projects.js';

/** Outcomes that any call may have, besides the outcomes in its contract. */
const GENERAL = ['ok', 'INTERNAL', 'SERVICE_UNAVAILABLE', 'DEADLINE_EXCEEDED', 'PAYLOAD_TOO_LARGE'];
/** Matches `{method="…", outcome=~"…"}` in the metrics of calls. */
const SELECTOR = /portal_rpc_\w+\{([^}]*)\}/g;

const groups = (Object.values(contracts) as unknown[]).filter(
  (value): value is contracts.RpcGroup =>
    typeof value === 'object' && value !== null && 'service' in value && 'methods' in value,
);
/** Errors that the contract of each method exposes to its callers. */
const errorsOf = new Map(
  groups.flatMap(({ methods }) =>
    Object.values(methods).map(({ pattern, errors }) => [pattern, errors as readonly string[]] as const),
  ),
);

const literals = (selector: string, label: string): string[] => {
  const [, values] = new RegExp(`\\b${label}=~?"([^"]*)"`).exec(selector) ?? [];
  return values?.split('|') ?? [];
};

/** Lists methods and outcomes in selectors that no call can have. */
function outcomeFindings(text: string): string[] {
  return [...text.replaceAll('\\"', '"').matchAll(SELECTOR)].flatMap(([, selector = '']) => {
    const methods = literals(selector, 'method');
    const known = methods.length > 0 ? methods : [...errorsOf.keys()];
    const codes = [...GENERAL, ...known.flatMap((method) => errorsOf.get(method) ?? [])];
    return [
      ...methods.filter((method) => !errorsOf.has(method)).map((method) => `no method ${method}`),
      ...literals(selector, 'outcome')
        .filter((outcome) => !codes.includes(outcome))
        .map((outcome) => `${methods.join('|') || 'no method'} ends with ${outcome}`),
    ];
  });
}

it.each(['alerts.yml', 'grafana-dashboard.json'])('%s selects only outcomes that calls may have', (file) => {
  const text = readFileSync(join(workspaceRoot, 'deploy/observability', file), 'utf8');
  expect([...text.matchAll(SELECTOR)].length).toBeGreaterThan(0);
  expect(outcomeFindings(text)).toEqual([]);
});

it('finds an outcome of another method, and a method that does not exist', () => {
  const series = 'portal_rpc_server_call_duration_seconds_count';
  expect(outcomeFindings(`${series}{method="auth.verifyUploadPassword", outcome=~"ok|NOT_A_VIDEO"}`)).toEqual(
    ['auth.verifyUploadPassword ends with NOT_A_VIDEO'],
  );
  expect(outcomeFindings(`${series}{outcome="NOT_A_THING"}`)).toEqual(['no method ends with NOT_A_THING']);
  expect(outcomeFindings(`${series}{method=~"auth.guess"}`)).toEqual(['no method auth.guess']);
});

it('counts every response to a wrong or rejected password in the alert for guesses', () => {
  const text = readFileSync(join(workspaceRoot, 'deploy/observability/alerts.yml'), 'utf8');
  const [, rule = ''] = /alert: PortalPasswordGuessing\n([\s\S]*?)labels:/.exec(text) ?? [];
  const selectors = [...rule.matchAll(SELECTOR)].map(([, selector = '']) => selector);
  expect(selectors.length).toBeGreaterThan(0);
  for (const selector of selectors) {
    expect(literals(selector, 'method').sort()).toEqual([
      'auth.changeUploadPassword',
      'auth.verifyUploadPassword',
    ]);
    expect(literals(selector, 'outcome').sort()).toEqual([
      'CURRENT_PASSWORD_INCORRECT',
      'INVALID_PASSWORD',
      'TOO_MANY_ATTEMPTS',
    ]);
  }
});
