import { formatTime, limits, viewingLimits } from '@secure-preview/contracts';
import { skyLimits } from '../components/starfield/sky-limits.js';
import { playerLimits, tooltipDelays } from '../features/preview/lib/player/player-limits.js';
import * as constants from '../lib/constants.js';

describe('the product', () => {
  it('has the specified limits', () => {
    expect(constants.REDIRECT_DELAY_MS).toBe(1500);
    expect(constants.PENDING_POSTER_KEY).toBe('pendingPosterURL');
    expect(tooltipDelays).toEqual({ openMs: 700, skipMs: 300 });
    expect(playerLimits.slider).toEqual({ min: 0, max: 100, step: 0.1 });
    expect(playerLimits.progressEveryMs).toBe(5000);
    expect(skyLimits).toEqual({
      stars: 5000,
      shootingStarEveryMs: { min: 3750, max: 10_000 },
      shootingStarLifeMs: { min: 2000, max: 3000 },
    });
    expect(viewingLimits.completedShare).toBe(0.9);
    expect(limits.name.min).toBe(1);
  });

  it.each([
    [0, '0:00'],
    [9.99, '0:10'],
    [65, '1:05'],
    [3600, '60:00'],
    [Number.NaN, '0:00'],
  ])('formats %s seconds as %s', (seconds, text) => {
    expect(formatTime(seconds)).toBe(text);
  });
});
