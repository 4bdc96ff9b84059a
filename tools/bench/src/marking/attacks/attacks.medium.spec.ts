import { execFileSync } from 'node:child_process';
import { findFfmpeg } from '@secure-preview/testing';
import { attacks } from './attacks.js';

it('leaves as many seconds of a film as each row says', async () => {
  const { ffmpeg } = await findFfmpeg();
  for (const { filters, takenSeconds, leftSeconds } of attacks) {
    const film = `testsrc2=s=320x180:r=24:d=${takenSeconds}`;
    const input = ['-f', 'lavfi', '-i', film, '-vf', `${filters},fps=10,scale=16:8,format=gray`];
    const pictures = execFileSync(ffmpeg, ['-loglevel', 'error', ...input, '-f', 'rawvideo', '-'], {
      maxBuffer: 1e8,
    });
    expect(Math.abs(pictures.length / (16 * 8) / 10 - leftSeconds)).toBeLessThanOrEqual(0.3);
  }
});
