import { json } from 'node:stream/consumers';
import { leakResult } from '@secure-preview/contracts';
import { command, environmentOrExit, exitCode, withErrorPrefix } from '@secure-preview/service-kit';
import { DataSource } from 'typeorm';
import * as z from 'zod';
import { analyticsDataSource } from '../database/data-source.js';
import { analyticsEnvironment } from '../environment.js';
import { describeIdentified, identified } from '../identified/identified.js';
import { PeopleRepository } from '../people/people.repository.js';

/** What `identify-copy` of media-service prints. */
const readClip = z.object({ seconds: z.number().nullable(), result: leakResult });

export const nameCopies = command({
  summary: 'Name the people whose copies a video file shows',
  usage: `Usage: portal name-copies [--json]

Used by \`portal identify\`. Reads the result of media-service from standard input.`,
  options: { json: { type: 'boolean', default: false } },
  run: ({ json: asJson }) =>
    withErrorPrefix('The people could not be named', async () => {
      const read = readClip.parse(await json(process.stdin));
      const { DATABASE_URL } = environmentOrExit(analyticsEnvironment.pick({ DATABASE_URL: true }));
      const dataSource = await new DataSource(analyticsDataSource(DATABASE_URL)).initialize();
      try {
        const markIds = read.result.names.map(({ markId }) => markId);
        const people = await new PeopleRepository(dataSource).ofMarks(markIds);
        const named = identified(read, people);
        process.stdout.write(
          asJson ? `${JSON.stringify(named, null, 2)}\n` : `${describeIdentified(named).join('\n')}\n`,
        );
        return exitCode.done;
      } finally {
        await dataSource.destroy();
      }
    }),
});
