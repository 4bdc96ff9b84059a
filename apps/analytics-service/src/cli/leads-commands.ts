import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatTime } from '@secure-preview/contracts';
import { UsageError, writeOutput } from '@secure-preview/operations';
import { command, exitCode, withErrorPrefix } from '@secure-preview/service-kit';
import type { LeadOrder, LeadWithStats } from '../leads/lead.js';
import { exportedLeads } from '../leads/lead-export.js';
import { csvLeads, jsonLeads } from '../leads/lead-formats.js';
import { withLeads } from './with-leads.js';

const formats = { csv: csvLeads, json: jsonLeads };
const orders: readonly LeadOrder[] = ['newest', 'oldest', 'name', 'email'];
const MAX_LISTED = 500;

const isKeyOf = <T extends object>(names: T, name: string): name is keyof T & string =>
  Object.hasOwn(names, name);

/** Replaces control characters: strangers type names, and these characters must not reach the terminal. */
const printable = (text: string) => text.replace(/\p{Cc}/gu, '\uFFFD');

function line({
  capturedAt,
  name,
  email,
  ipAddress,
  watchedSeconds,
  watchedShare,
  id,
}: LeadWithStats): string {
  const share = watchedShare === null ? '' : ` (${Math.round(watchedShare * 100)} %)`;
  const watched = `${formatTime(watchedSeconds)}${share}`;
  const time = `${capturedAt.slice(0, 19)}Z`;
  return [time, watched.padEnd(14), `${printable(name)} <${printable(email)}>`, ipAddress, id].join('  ');
}

export const listLeads = command({
  summary: 'List leads, newest first',
  usage: `Usage: portal list-leads [--limit <n>] [--search <text>] [--sort <order>]

  --limit <n>       number of leads to list, 1 to ${MAX_LISTED} (20)
  --search <text>   only leads whose name or e-mail contains the text, in any case
  --sort <order>    ${orders.join(', ')} (newest)

Columns: time of acceptance (UTC), watched time (m:ss) and share, name and e-mail, IP address, id.`,
  options: {
    limit: { type: 'string', default: '20' },
    search: { type: 'string' },
    sort: { type: 'string', default: 'newest' },
  },
  run: async ({ limit, search, sort }) => {
    const size = Number(limit);
    if (!Number.isInteger(size) || size < 1 || size > MAX_LISTED) {
      throw new UsageError(`--limit must be a whole number from 1 to ${MAX_LISTED}.`);
    }
    const order = orders.find((candidate) => candidate === sort);
    if (order === undefined) throw new UsageError(`--sort must be one of ${orders.join(', ')}.`);
    return withErrorPrefix('The leads could not be read', () =>
      withLeads(async ({ leads, stats }) => {
        const selection = {
          order,
          limit: size,
          after: undefined,
          search: search || undefined,
          proof: undefined,
        };
        const page = await leads.list(selection);
        const { total, estimated } = page ?? { total: 0, estimated: false };
        const found = await stats.withStats(page?.leads ?? []);
        const rows = found.map((lead) => `${line(lead)}\n`).join('');
        process.stdout.write(
          `${rows}Leads listed: ${found.length} of ${estimated ? 'about ' : ''}${total}.\n`,
        );
        return exitCode.done;
      }),
    );
  },
});

export const exportLeads = command({
  summary: 'Export all leads as CSV or JSON, oldest first',
  usage: `Usage: portal export-leads [--format csv|json] [--output <file>] [--force]

  --format csv|json   CSV by RFC 4180 in UTF-8, safe to open in a spreadsheet; or one JSON array (csv)
  --output <file>     write to a file that only you can read, instead of standard output
  --force             replace the file if it exists

The export contains personal data: delete it when you no longer need it. It omits ended visits and staff.`,
  options: {
    format: { type: 'string', default: 'csv' },
    output: { type: 'string' },
    force: { type: 'boolean', default: false },
  },
  run: async ({ format, output, force }) => {
    if (!isKeyOf(formats, format)) throw new UsageError('--format must be csv or json.');
    let count = 0;
    await withErrorPrefix('The leads were not exported', () =>
      writeOutput(output, { replace: force }, (to, end) =>
        withLeads(async ({ leads, stats }) => {
          async function* counted() {
            for await (const lead of exportedLeads(leads, stats)) {
              count += 1;
              yield lead;
            }
          }
          await pipeline(Readable.from(counted()), formats[format](), to, { end });
        }),
      ),
    );
    process.stderr.write(`Leads exported${output ? ` to ${output}` : ''}: ${count}.\n`);
    return exitCode.done;
  },
});
