import { setTimeout as wait } from 'node:timers/promises';
import { viewingLimits } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import * as z from 'zod';
import { type Client, enterAsViewer } from '../support/client.js';
import type { TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';
import { query } from '../support/visit-trace.js';

/** Seconds of a segment, and of what a player buffers. */
const SEGMENT_SECONDS = 4;
const BUFFER_SECONDS = 30;
/** Minutes of the trailer: longer than what seeks that never happened can explain. */
const MINUTES = 20;
/** Segments of a piece that causes no flag by itself: 44 s. */
const SEGMENTS_IN_PIECE = 11;
/** Requests of a program at a time. */
const AT_ONCE = 6;
/** Milliseconds until the slowest rule must have raised its flag: a minute, and the time between passes. */
const RAISED_WITHIN_MS = 100_000;
/** Milliseconds for which the program that keeps to the playing time is observed. */
const PACED_MS = 70_000;

let portal: TestPortal;

test.beforeAll(async ({ files, proxiedPortal }) => {
  portal = proxiedPortal;
  await publishTrailer(portal.url, {
    title: 'Perihelion at length',
    video: files.repeat(files.video('mp4', 60, [160, 90]), MINUTES),
  });
});

/** A program that reads playlists as a player does. */
class Program {
  private constructor(
    readonly client: Client,
    readonly trailerId: string,
    private readonly segments: readonly string[],
  ) {}

  static async start(name: string): Promise<Program> {
    const client = await enterAsViewer(portal.url, name);
    const { id, filePath } = (await client.get('/api/active-trailer')).json() as {
      id: string;
      filePath: string;
    };
    const [rendition = ''] = /^\/api\/media\/renditions\/\S+$/m.exec((await client.get(filePath)).text) ?? [];
    const { text } = await client.get(rendition);
    return new Program(client, id, text.match(/^\/api\/media\/\S+\/segments\/\S+$/gm) ?? []);
  }

  /** Downloads segments. @param client another machine with the same cookie */
  async download(from: number, to = this.segments.length, headers: Record<string, string> = {}) {
    const waiting = this.segments.slice(from, to).values();
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (const segment of waiting) {
        const { status, text } = await this.client.get(segment, { headers });
        if (status !== 302) throw new Error(`a segment answered ${status}: ${text}`);
      }
    });
    await Promise.all(workers);
  }

  /** Starts a viewing session. Returns a function that reports. */
  async play() {
    const answer = await this.client.post('/api/viewing-session', { trailerId: this.trailerId });
    const { id } = answer.json() as { id: string };
    return async (seconds: number, changes: object = {}) => {
      const update = { duration: '0:00', completed: 'false', ranges: [[0, seconds]], ...changes };
      const { status, text } = await this.client.patch(`/api/viewing-session/${id}`, update);
      if (status !== 200) throw new Error(`a report answered ${status}: ${text}`);
    };
  }
}

const row = z.object({ kind: z.string() });
const flagsOf = async (name: string) =>
  (
    await query(
      portal,
      row,
      'SELECT f.kind FROM analytics.flags f JOIN analytics.leads l ON l.id = f.lead_id WHERE l.name LIKE $1',
      [name],
    )
  )
    .map(({ kind }) => kind)
    .sort();
/** Waits until exactly these flags are raised for a person. */
const expectFlags = async (name: string, ...kinds: string[]) => {
  await until(async () => (await flagsOf(name)).length >= kinds.length, {
    deadlineMs: RAISED_WITHIN_MS,
    everyMs: 500,
    what: `flags for ${name}`,
  });
  expect(await flagsOf(name), name).toEqual(kinds);
};

/** Programs that copy or share, by the name of their lead. Each waits for its flags. */
const programs: Record<string, (name: string) => Promise<void>> = {
  'downloads everything without a player': async (name) => {
    await (await Program.start(name)).download(0);
    await expectFlags(name, 'copying', 'noPlayer');
  },
  'downloads everything with one viewing session': async (name) => {
    const program = await Program.start(name);
    await program.play();
    await program.download(0);
    await expectFlags(name, 'copying', 'noPlayer');
  },
  'downloads everything, and reports seeks that never happened': async (name) => {
    const program = await Program.start(name);
    const report = await program.play();
    await report(1, { seeks: 1000 });
    await program.download(0);
    await report(2, { seeks: 1000 });
    await expectFlags(name, 'copying');
  },
  'downloads everything with as many viewing sessions as it may start': async (name) => {
    const program = await Program.start(name);
    for (let player = 0; player < viewingLimits.sessionsPerHour; player += 1) await program.play();
    await program.download(0);
    await expectFlags(name, 'copying');
  },
  'downloads in pieces, in visits of one proved person': async (name) => {
    const pieces = [0, 1, 2, 3, 4, 5, 6];
    const visits = await Promise.all(pieces.map((piece) => Program.start(`${name} ${piece}`)));
    // Proving an address several times takes minutes, because codes are limited.
    await query(
      portal,
      z.unknown(),
      `UPDATE analytics.leads SET proved_key = 'pieces@kino.example', verified_by = 'code' WHERE name LIKE $1`,
      [`${name} %`],
    );
    for (const [piece, visit] of visits.entries())
      await visit.download(piece * SEGMENTS_IN_PIECE, (piece + 1) * SEGMENTS_IN_PIECE);
    await expectFlags(`${name} %`, 'copying', 'noPlayer');
  },
  'shares a cookie between two networks': async (name) => {
    const program = await Program.start(name);
    const report = await program.play();
    const from = (address: string) => ({ 'x-forwarded-for': address });
    for (const [index, address] of ['203.0.113.5', '198.51.100.5', '203.0.113.6'].entries()) {
      if (index > 0) await wait(6000);
      await program.download(index, index + 1, from(address));
      await report(index + 1);
    }
    await expectFlags(name, 'twoNetworks');
  },
  'plays in four sessions of one proved person': async (name) => {
    const sessions = [1, 2, 3, 4].map(async (number) => {
      const program = await Program.start(`${name} ${number}`);
      return program.play();
    });
    const reports = await Promise.all(sessions);
    // Proving an address four times takes minutes, because codes are limited.
    await query(
      portal,
      z.unknown(),
      `UPDATE analytics.leads SET proved_key = 'shared@kino.example', verified_by = 'code' WHERE name LIKE $1`,
      [`${name} %`],
    );
    for (let second = 1; (await flagsOf(`${name} %`)).length === 0 && second < 20; second += 1) {
      await Promise.all(reports.map((report) => report(second)));
      await wait(3000);
    }
    await expectFlags(`${name} %`, 'manySessions');
  },
};

/** Downloads at the speed of playback, and reports what a player would. */
async function copyAtPlayingSpeed(name: string): Promise<void> {
  const program = await Program.start(name);
  const report = await program.play();
  const ahead = Math.ceil(BUFFER_SECONDS / SEGMENT_SECONDS);
  await program.download(0, ahead);
  for (let index = ahead; (index - ahead) * SEGMENT_SECONDS * 1000 < PACED_MS; index += 1) {
    await wait(SEGMENT_SECONDS * 1000);
    await program.download(index, index + 1);
    await report((index - ahead + 1) * SEGMENT_SECONDS);
  }
}

test('programs that copy or share are flagged, except one that keeps to the playing time', async () => {
  await Promise.all([
    ...Object.entries(programs).map(([name, run]) => run(name)),
    copyAtPlayingSpeed('keeps to the playing time'),
  ]);
  expect(await flagsOf('keeps to the playing time')).toEqual([]);
});
