import type { Frames } from '@secure-preview/marking';
import { boundedFrames, requireClipLength } from './clip-limits.js';

const endless: Frames = async function* frames() {
  for (;;) yield new Uint8Array(4);
};
const picture = { width: 2, height: 2, fps: 2 };

it('accepts clips of 5 seconds to 10 minutes, as containers round them', () => {
  for (const seconds of [4.96, 5, 600, 600.4]) expect(() => requireClipLength(seconds)).not.toThrow();
  expect(() => requireClipLength(1)).toThrow('shorter than 5 seconds');
  expect(() => requireClipLength(660)).toThrow('longer than 10 minutes');
});

it('ends a clip that goes on after its longest length, wherever reading began', async () => {
  for (const [from, pictures] of [
    [0, 1202],
    [590, 22],
  ] as const) {
    let seen = 0;
    const frames = boundedFrames(endless, 'clip', () => {
      seen += 1;
    });
    const read = async () => {
      for await (const _ of frames('clip', { ...picture, from }));
    };
    await expect(read()).rejects.toMatchObject({ notice: { code: 'CLIP_TOO_LONG' } });
    expect(seen).toBe(pictures);
  }
});

it('leaves other files alone', async () => {
  const frames = boundedFrames(endless, 'clip', () => {
    throw new Error('not the clip');
  });
  let seen = 0;
  for await (const _ of frames('trailer', picture)) {
    seen += 1;
    if (seen === 2000) break;
  }
  expect(seen).toBe(2000);
});
