import { execFileSync } from 'node:child_process';
import { findFfmpeg } from '@secure-preview/testing';
import { attacks } from './attacks.js';

/** Seconds of a film whose attack leaves out nothing: some attacks are slow. */
const PART_SECONDS = 2;

it.each(attacks.map((attack) => [attack.name, attack] as const))(
  'leaves as many seconds of a film as the row says: %s',
  async (_, { filters, takenSeconds, leftSeconds, clipSeconds }) => {
    const { ffmpeg } = await findFfmpeg();
    const isCut = filters.includes('select=');
    const seconds = isCut ? takenSeconds : PART_SECONDS;
    const film = `testsrc2=s=320x180:r=24:d=${seconds}`;
    const graph = `[0:v]${filters},fps=10,scale=16:8,format=gray[v]`;
    const input = ['-f', 'lavfi', '-i', film, '-filter_complex', graph, '-map', '[v]'];
    const pictures = execFileSync(ffmpeg, ['-loglevel', 'error', ...input, '-f', 'rawvideo', '-'], {
      maxBuffer: 1e8,
    });
    const left = pictures.length / (16 * 8) / 10;
    expect(Math.abs(left - (seconds * leftSeconds) / takenSeconds)).toBeLessThanOrEqual(0.3);
    expect(leftSeconds).toBeGreaterThanOrEqual(clipSeconds);
  },
);
