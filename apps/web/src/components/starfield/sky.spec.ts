import { skyLimits } from '../../lib/constants.js';
import { advance, brightnessAt, createSky } from './sky.js';

describe('the sky', () => {
  it('has the specified number of stars, all inside the frame and twinkling', () => {
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

  it.each([0, 0.5, 0.999])('sends shooting stars at the specified times (chance %p)', (chance) => {
    const random = () => chance;
    const sky = createSky(0, random);
    const { min, max } = skyLimits.shootingStarEveryMs;
    expect(sky.nextShootingAt).toBeGreaterThanOrEqual(min);
    expect(sky.nextShootingAt).toBeLessThanOrEqual(max);
    advance(sky, sky.nextShootingAt - 1, random);
    expect(sky.shooting).toBeNull();
    const born = sky.nextShootingAt;
    advance(sky, born, random);
    const life = sky.shooting?.lifeMs ?? 0;
    expect(life).toBeGreaterThanOrEqual(2000);
    expect(life).toBeLessThanOrEqual(3000);
    advance(sky, born + life, random);
    expect(sky.shooting).toBeNull();
  });
});
