import { randomUUID } from 'node:crypto';
import type { BlockChange } from '@secure-preview/contracts';
import { UsageError } from '@secure-preview/operations';
import { command, exitCode, withErrorPrefix } from '@secure-preview/service-kit';
import { BlockEntity } from '../blocks/block.entity.js';
import { BlockRepository } from '../blocks/block.repository.js';
import { blockArgument } from './block-argument.js';
import { withDatabase } from './with-database.js';

/** Runs `work` with the blocks in the database. Running services publish a change within 5 seconds. */
const withBlocks = <T>(work: (blocks: BlockRepository) => Promise<T>): Promise<T> =>
  withDatabase((dataSource) => work(new BlockRepository(dataSource.getRepository(BlockEntity))));

function formatBlock({ kind, value, at, byName, note }: BlockChange): string {
  const by = byName === null ? 'operator' : `${byName} (claimed name)`;
  return [at, kind.padEnd(7), value, by, note].filter(Boolean).join('  ');
}

const list = (asJson: boolean) =>
  withErrorPrefix('The blocks could not be read', () =>
    withBlocks(async (blocks) => {
      const present = await blocks.present();
      const lines = [...present.map(formatBlock), `Blocked: ${present.length}.`];
      process.stdout.write(`${asJson ? JSON.stringify(present, null, 2) : lines.join('\n')}\n`);
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
  usage: `Usage: portal blocks [list] [--json]
       portal blocks add <value> … [--note <text>]
       portal blocks remove <value> … [--note <text>]

  list            list all blocks, newest first
  --json          print them as JSON
  add <value> …   block e-mail addresses, domains (kino.example) or networks (192.0.2.0/24)
  remove …        unblock them
  --note <text>   text for the history`,
  options: { json: { type: 'boolean', default: false }, note: { type: 'string', default: '' } },
  takesArguments: true,
  run: async ({ json, note }, [action = 'list', ...values]) => {
    if (action === 'list' && values.length === 0) return list(json);
    if (action === 'add' || action === 'remove') return change(action === 'add', values, note);
    throw new UsageError('Expected list, add or remove.');
  },
});
