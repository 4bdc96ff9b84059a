import type { IncomingHttpHeaders } from 'node:http';
import { expectNone } from '../outcome.js';
import type { ProbeCheck, ProbeContext } from '../probe-context.js';

/** Pages, an unknown page, an answer and an error of the API. */
const PATHS = ['/', '/upload', '/portal-probe', '/api/config', '/api/active-trailer'];
const ORIGIN = 'https://portal-probe.invalid';
const UNCHANGED = 'Let the proxy pass the headers of the portal unchanged.';

const textOf = (value: string | string[] | undefined): string => [value ?? ''].flat().join(', ');

/** Returns the sources of a directive, or of `default-src`. */
function sourcesOf(policy: string, directive: string): string[] | undefined {
  const directives = policy.split(/[;,]/).map((one) => one.trim().split(/\s+/));
  const found = directives.find(([name]) => name === directive);
  return (
    found ?? (directive.endsWith('-src') ? directives.find(([name]) => name === 'default-src') : undefined)
  )?.slice(1);
}

function policyIsStrict(policy: string): boolean {
  const isOnly = (directive: string, source: string) => sourcesOf(policy, directive)?.join(' ') === source;
  const scripts = sourcesOf(policy, 'script-src') ?? ['*'];
  const loose = scripts.some((source) => /^('unsafe-inline'|'unsafe-eval'|\*|https?:|data:)$/.test(source));
  return !loose && isOnly('object-src', "'none'") && isOnly('base-uri', "'none'");
}

type HeaderRule = Omit<ProbeCheck, 'run'> & { isRight(headers: IncomingHttpHeaders): boolean; fine: string };

const rules: readonly HeaderRule[] = [
  {
    id: 'headers.csp',
    title: 'Pages load scripts of the portal only',
    asvs: ['V3.4.3'],
    isRight: (headers) => policyIsStrict(textOf(headers['content-security-policy'])),
    fine: 'the Content-Security-Policy is strict',
  },
  {
    id: 'headers.frames',
    title: 'Other sites cannot frame the portal',
    asvs: ['V3.4.6'],
    isRight: (headers) =>
      sourcesOf(textOf(headers['content-security-policy']), 'frame-ancestors')?.join() === "'none'",
    fine: "frame-ancestors is 'none'",
  },
  {
    id: 'headers.sniffing',
    title: 'Browsers do not guess types',
    asvs: ['V3.4.4'],
    isRight: (headers) => textOf(headers['x-content-type-options']) === 'nosniff',
    fine: 'X-Content-Type-Options is nosniff',
  },
  {
    id: 'headers.referrer',
    title: 'Other sites learn no addresses',
    asvs: ['V3.4.5'],
    isRight: (headers) => /^(same-origin|no-referrer)$/.test(textOf(headers['referrer-policy'])),
    fine: 'Referrer-Policy is same-origin or stricter',
  },
  {
    id: 'headers.cors',
    title: 'Other sites cannot read answers',
    asvs: ['V3.4.2'],
    isRight: (headers) => !['*', 'null', ORIGIN].includes(textOf(headers['access-control-allow-origin'])),
    fine: 'no other origin is allowed',
  },
  {
    id: 'headers.isolation',
    title: 'Windows of other sites are kept apart',
    asvs: ['V3.4.8'],
    isRight: (headers) => textOf(headers['cross-origin-opener-policy']).startsWith('same-origin'),
    fine: 'Cross-Origin-Opener-Policy is same-origin',
  },
  {
    id: 'headers.type',
    title: 'Answers state type and character set',
    asvs: ['V4.1.1'],
    isRight: (headers) =>
      /^(text\/html|application\/json); *charset=utf-8$/i.test(textOf(headers['content-type'])),
    fine: 'types and character sets are stated',
  },
];

async function run({ client }: ProbeContext, { isRight, fine }: HeaderRule) {
  const wrong = await Promise.all(
    PATHS.map(async (path) => {
      const { headers } = await client.ask(path, { headers: { origin: ORIGIN, accept: '*/*' } });
      return isRight(headers) ? [] : [path];
    }),
  );
  const paths = wrong.flat();
  return expectNone(paths.length === 0 ? [] : [`not on ${paths.join(', ')}`], fine, UNCHANGED);
}

export const headerChecks: readonly ProbeCheck[] = rules.map((rule) => ({
  id: rule.id,
  title: rule.title,
  asvs: rule.asvs,
  run: (context) => run(context, rule),
}));
