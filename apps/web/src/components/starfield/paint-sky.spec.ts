import { jest } from '@jest/globals';
import { type Brush, paintSky } from './paint-sky.js';
import type { Sky, Star } from './sky.js';

const star: Star = { x: 0.5, y: 0.25, size: 2, colour: 0, brightness: 0.5, speed: 1, phase: 0 };

/** Records how the stars of a sky are drawn, without a canvas, which the test environment lacks. */
function paint(stars: readonly Star[], ratio: number) {
  const brush = Object.fromEntries(
    ['setTransform', 'clearRect', 'beginPath', 'arc', 'fill', 'fillRect'].map((name) => [name, jest.fn()]),
  );
  const sky: Sky = { stars, shooting: null, nextShootingAt: 1 };
  paintSky(brush as unknown as Brush, { width: 400, height: 800, ratio }, sky, 0);
  return brush;
}

describe('a star', () => {
  it.each([1, 2, 3])('draws a disc of its size in CSS pixels when one has %d device pixels', (ratio) => {
    const brush = paint([star], ratio);
    expect(brush['setTransform']).toHaveBeenCalledWith(ratio, 0, 0, ratio, 0, 0);
    expect(brush['arc']).toHaveBeenCalledWith(200, 200, 1, 0, 2 * Math.PI);
    expect(brush['fill']).toHaveBeenCalledTimes(1);
    expect(brush['fillRect']).not.toHaveBeenCalled();
  });

  it('draws a square only when it is too small for a visible shape', () => {
    expect(paint([{ ...star, size: 0.75 }], 2)['fillRect']).toHaveBeenCalledTimes(1);
    expect(paint([{ ...star, size: 0.8 }], 2)['fillRect']).not.toHaveBeenCalled();
  });
});
