import { parseArgs } from 'node:util';
import { emailAddress } from '@secure-preview/contracts';
import { UsageError } from '../usage-error.js';
import { allChecks } from './all-checks.js';
import type { ProbeOptions } from './probe-context.js';
import { PROBE_EMAIL } from './probe-help.js';
import { unknownNames } from './run-checks.js';

interface ProbeArgs extends ProbeOptions {
  readonly address: URL;
  /** Names of checks and groups. */
  readonly skipped: readonly string[];
  readonly json: boolean;
}

function addressOf(positionals: readonly string[]): URL {
  const [text = ''] = positionals;
  const url = positionals.length === 1 && URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.username === '') return url;
  throw new UsageError('Missing URL: http:// or https:// and a host name, without a path.');
}

/** @throws UsageError */
export function probeArgs(args: readonly string[]): ProbeArgs {
  try {
    const no = { type: 'boolean', default: false } as const;
    const options = {
      email: { type: 'string', default: PROBE_EMAIL },
      skip: { type: 'string', multiple: true, default: [] as string[] },
      limits: no,
      insecure: no,
      json: no,
    } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const { email, skip: skipped, limits, insecure, json } = values;
    const address = addressOf(positionals);
    if (!emailAddress.safeParse(email).success) throw new UsageError(`${email} is not an e-mail address.`);
    const unknown = unknownNames(skipped, allChecks);
    if (unknown.length > 0) throw new UsageError(`No check or group is named ${unknown.join(', ')}.`);
    return { address, email, skipped, limits, insecure, json };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}
