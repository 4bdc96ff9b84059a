import { jest } from '@jest/globals';
import { type Context2D, paintSky } from './paint-sky.js';
import type { Sky, Star } from './sky.js';

const star: Star = { x: 0.5, y: 0.25, size: 2, colour: 0, brightness: 0.5, speed: 1, phase: 0 };

/** Paints stars with a mocked context, because the test environment has no canvas. */
function paint(stars: readonly Star[], ratio: number) {
  const context = Object.fromEntries(
    ['setTransform', 'clearRect', 'beginPath', 'arc', 'fill', 'fillRect'].map((name) => [name, jest.fn()]),
  );
  const sky: Sky = { stars, shooting: null, nextShootingAt: 1 };
  paintSky(context as unknown as Context2D, { width: 400, height: 800, ratio }, sky, 0);
  return context;
}

describe('paintSky', () => {
  it.each([1, 2, 3])('draws a star as a disc sized in CSS pixels at a device pixel ratio of %d', (ratio) => {
    const context = paint([star], ratio);
    expect(context['setTransform']).toHaveBeenCalledWith(ratio, 0, 0, ratio, 0, 0);
    expect(context['arc']).toHaveBeenCalledWith(200, 200, 1, 0, 2 * Math.PI);
    expect(context['fill']).toHaveBeenCalledTimes(1);
    expect(context['fillRect']).not.toHaveBeenCalled();
  });

  it('draws a star as a square only up to 1.5 device pixels', () => {
    expect(paint([{ ...star, size: 0.75 }], 2)['fillRect']).toHaveBeenCalledTimes(1);
    expect(paint([{ ...star, size: 0.8 }], 2)['fillRect']).not.toHaveBeenCalled();
  });
});
