import { advance, brightnessAt, createSky } from './sky.js';
import { skyLimits } from './sky-limits.js';

describe('createSky and advance', () => {
  it('creates the specified number of twinkling stars inside the canvas', () => {
    const { stars } = createSky(0);
    expect(stars).toHaveLength(5000);
    for (const star of stars) {
      expect(star.x).toBeGreaterThanOrEqual(0);
      expect(star.x).toBeLessThan(1);
      for (const time of [0, 700, 3100]) {
        expect(brightnessAt(star, time)).toBeGreaterThan(0);
        expect(brightnessAt(star, time)).toBeLessThanOrEqual(1);
      }
    }
    expect(stars.some((star) => brightnessAt(star, 0) !== brightnessAt(star, 900))).toBe(true);
  });

  it.each([0, 0.5, 0.999])('creates shooting stars at the specified intervals (random value %p)', (value) => {
    const random = () => value;
    const sky = createSky(0, random);
    const { min, max } = skyLimits.shootingStarEveryMs;
    expect(sky.nextShootingAt).toBeGreaterThanOrEqual(min);
    expect(sky.nextShootingAt).toBeLessThanOrEqual(max);
    advance(sky, sky.nextShootingAt - 1, random);
    expect(sky.shooting).toBeNull();
    const bornAt = sky.nextShootingAt;
    advance(sky, bornAt, random);
    const lifeMs = sky.shooting?.lifeMs ?? 0;
    expect(lifeMs).toBeGreaterThanOrEqual(2000);
    expect(lifeMs).toBeLessThanOrEqual(3000);
    advance(sky, bornAt + lifeMs, random);
    expect(sky.shooting).toBeNull();
  });
});
