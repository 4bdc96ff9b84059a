import { randomUUID } from 'node:crypto';
import type { BlockChange } from '@secure-preview/contracts';
import { UsageError } from '@secure-preview/operations';
import { command, exitCode, withErrorPrefix } from '@secure-preview/service-kit';
import { BlockEntity } from '../blocks/block.entity.js';
import { BlockRepository } from '../blocks/block.repository.js';
import { blockArgument } from './block-argument.js';
import { PAGE, readAll } from './read-all.js';
import { withDatabase } from './with-database.js';

/** Runs `work` with the blocks in the database. Running services publish a change within 5 seconds. */
const withBlocks = <T>(work: (blocks: BlockRepository) => Promise<T>): Promise<T> =>
  withDatabase((dataSource) => work(new BlockRepository(dataSource.getRepository(BlockEntity))));

interface ListOptions {
  readonly json: boolean;
  readonly search: string | undefined;
}

function formatBlock({ kind, value, at, byName, note }: BlockChange): string {
  const by = byName === null ? 'operator' : `${byName} (claimed name)`;
  return [at, kind.padEnd(7), value, by, note].filter(Boolean).join('  ');
}

const formatChange = (change: BlockChange) =>
  `${formatBlock(change)}${change.blocked ? '' : '  (unblocked)'}`;

const list = ({ json, search }: ListOptions, isHistory: boolean) =>
  withErrorPrefix('The blocks could not be read', () =>
    withBlocks(async (blocks) => {
      const all = await readAll(async (after) => {
        const selection = { limit: PAGE, after, search, kind: undefined, sort: 'newest' } as const;
        const page = isHistory ? blocks.history(selection) : blocks.present(selection);
        return (await page)?.rows ?? [];
      });
      const [format, summary] = isHistory ? [formatChange, 'Changes'] : [formatBlock, 'Blocked'];
      const lines = [...all.map(format), `${summary}: ${all.length}.`];
      process.stdout.write(`${json ? JSON.stringify(all, null, 2) : lines.join('\n')}\n`);
      return exitCode.done;
    }),
  );

async function change(blocked: boolean, texts: readonly string[], note: string): Promise<number> {
  if (texts.length === 0) throw new UsageError('Specify addresses, domains or networks.');
  const targets = texts.map((text) => blockArgument(text, note));
  return withBlocks(async (blocks) => {
    for (const target of targets) {
      await withErrorPrefix(`${target.value} was not changed`, () =>
        blocks.change({ ...target, blocked }, null, randomUUID()),
      );
      const done = blocked ? 'blocked' : 'no longer blocked';
      process.stdout.write(`${target.value}: ${done} within 10 seconds.\n`);
    }
    return exitCode.done;
  });
}

export const blocksCommand = command({
  summary: 'List, add or remove blocked addresses, domains and networks',
  usage: `Usage: portal blocks [list] [--search <text>] [--json]
       portal blocks history [--search <text>] [--json]
       portal blocks add <value> … [--note <text>]
       portal blocks remove <value> … [--note <text>]

  list            list all blocks, newest first
  history         list all changes of blocks, newest first
  --search <text> list only those whose value or note contains the text; in the history also the administrator
  --json          print them as JSON
  add <value> …   block e-mail addresses, domains (kino.example) or networks (192.0.2.0/24)
  remove …        unblock them
  --note <text>   text for the history`,
  options: {
    json: { type: 'boolean', default: false },
    search: { type: 'string' },
    note: { type: 'string', default: '' },
  },
  takesArguments: true,
  run: async ({ json, search, note }, [action = 'list', ...values]) => {
    if ((action === 'list' || action === 'history') && values.length === 0)
      return list({ json, search }, action === 'history');
    if (action === 'add' || action === 'remove') return change(action === 'add', values, note);
    throw new UsageError('Expected list, history, add or remove.');
  },
});
