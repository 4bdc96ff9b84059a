import type { IncomingHttpHeaders } from 'node:http';
import { expectNone } from '../outcome.js';
import type { ProbeCheck, ProbeContext } from '../probe-context.js';

/** Two pages, an unknown page, an API response and an API error. */
const PATHS = ['/', '/upload', '/portal-probe', '/api/config', '/api/active-trailer'];
const ORIGIN = 'https://portal-probe.invalid';
const UNCHANGED = 'Let the proxy pass the headers of the portal unchanged.';

const textOf = (value: string | string[] | undefined): string => [value ?? ''].flat().join(', ');

/** Returns the sources of a directive, or of `default-src`. */
function sourcesOf(policy: string, directive: string): string[] | undefined {
  const directives = policy.split(/[;,]/).map((text) => text.trim().split(/\s+/));
  const found = directives.find(([name]) => name === directive);
  return (
    found ?? (directive.endsWith('-src') ? directives.find(([name]) => name === 'default-src') : undefined)
  )?.slice(1);
}

function policyIsStrict(policy: string): boolean {
  const isOnly = (directive: string, source: string) => sourcesOf(policy, directive)?.join(' ') === source;
  const scripts = sourcesOf(policy, 'script-src') ?? ['*'];
  const isLoose = scripts.some((source) => /^('unsafe-inline'|'unsafe-eval'|\*|https?:|data:)$/.test(source));
  return !isLoose && isOnly('object-src', "'none'") && isOnly('base-uri', "'none'");
}

type HeaderRule = Omit<ProbeCheck, 'run'> & {
  isCorrect(headers: IncomingHttpHeaders): boolean;
  okFinding: string;
};

const rules: readonly HeaderRule[] = [
  {
    id: 'headers.csp',
    title: "Pages load only the portal's scripts",
    asvs: ['V3.4.3'],
    isCorrect: (headers) => policyIsStrict(textOf(headers['content-security-policy'])),
    okFinding: 'the Content-Security-Policy is strict',
  },
  {
    id: 'headers.frames',
    title: 'Other sites cannot frame the portal',
    asvs: ['V3.4.6'],
    isCorrect: (headers) =>
      sourcesOf(textOf(headers['content-security-policy']), 'frame-ancestors')?.join() === "'none'",
    okFinding: "frame-ancestors is 'none'",
  },
  {
    id: 'headers.sniffing',
    title: 'Browsers do not guess types',
    asvs: ['V3.4.4'],
    isCorrect: (headers) => textOf(headers['x-content-type-options']) === 'nosniff',
    okFinding: 'X-Content-Type-Options is nosniff',
  },
  {
    id: 'headers.referrer',
    title: 'Other sites do not receive URLs of the portal',
    asvs: ['V3.4.5'],
    isCorrect: (headers) => /^(same-origin|no-referrer)$/.test(textOf(headers['referrer-policy'])),
    okFinding: 'Referrer-Policy is same-origin or stricter',
  },
  {
    id: 'headers.cors',
    title: 'Other sites cannot read responses',
    asvs: ['V3.4.2'],
    isCorrect: (headers) => !['*', 'null', ORIGIN].includes(textOf(headers['access-control-allow-origin'])),
    okFinding: 'no other origin is allowed',
  },
  {
    id: 'headers.isolation',
    title: 'Windows of other sites are isolated',
    asvs: ['V3.4.8'],
    isCorrect: (headers) => textOf(headers['cross-origin-opener-policy']).startsWith('same-origin'),
    okFinding: 'Cross-Origin-Opener-Policy is same-origin',
  },
  {
    id: 'headers.type',
    title: 'Responses declare type and character set',
    asvs: ['V4.1.1'],
    isCorrect: (headers) =>
      /^(text\/html|application\/json); *charset=utf-8$/i.test(textOf(headers['content-type'])),
    okFinding: 'types and character sets are declared',
  },
];

async function run({ client }: ProbeContext, { isCorrect, okFinding }: HeaderRule) {
  const wrong = await Promise.all(
    PATHS.map(async (path) => {
      const { headers } = await client.request(path, { headers: { origin: ORIGIN, accept: '*/*' } });
      return isCorrect(headers) ? [] : [path];
    }),
  );
  const paths = wrong.flat();
  return expectNone(paths.length === 0 ? [] : [`not on ${paths.join(', ')}`], okFinding, UNCHANGED);
}

export const headerChecks: readonly ProbeCheck[] = rules.map((rule) => ({
  id: rule.id,
  title: rule.title,
  asvs: rule.asvs,
  run: (context) => run(context, rule),
}));
