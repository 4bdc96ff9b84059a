import { command, environmentOrExit, exitCode, withErrorPrefix } from '@secure-preview/service-kit';
import { DataSource } from 'typeorm';
import { analyticsDataSource } from '../database/data-source.js';
import { analyticsEnvironment } from '../environment.js';
import { summaryChecks } from '../recount/recount.queries.js';
import { type Recount, RecountRepository } from '../recount/recount.repository.js';

const line = ({ name, total, differing }: Recount) => `${name}: ${total} compared, ${differing} differ\n`;

async function withRecounts<T>(work: (recounts: RecountRepository) => Promise<T>): Promise<T> {
  const { DATABASE_URL } = environmentOrExit(analyticsEnvironment.pick({ DATABASE_URL: true }));
  const dataSource = await new DataSource(analyticsDataSource(DATABASE_URL)).initialize();
  try {
    return await work(new RecountRepository(dataSource));
  } finally {
    await dataSource.destroy();
  }
}

export const recount = command({
  summary: 'Compare watched and sent time with a recount of the evidence',
  usage: `Usage: portal recount [--repair]

  --repair   replace what differs. Reports of players and new visitors wait meanwhile

Evidence is never changed. The summaries of viewings, people and sent segments are derived from it.`,
  options: { repair: { type: 'boolean', default: false } },
  run: ({ repair }) =>
    withErrorPrefix('The recount failed', () =>
      withRecounts(async (recounts) => {
        const found = repair
          ? await recounts.repair(summaryChecks)
          : await Promise.all(summaryChecks.map((check) => recounts.compare(check)));
        const differing = found.reduce((sum, result) => sum + result.differing, 0);
        process.stdout.write(found.map(line).join(''));
        if (differing === 0) return exitCode.done;
        if (repair) {
          process.stdout.write(`Repaired: ${differing}.\n`);
          return exitCode.done;
        }
        process.stderr.write('Some summaries differ from the evidence: run portal recount --repair.\n');
        return exitCode.failed;
      }),
    ),
});
