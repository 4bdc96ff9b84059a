import * as z from 'zod/mini';
import { viewingUpdate, watchedDuration } from './viewing.js';

describe('watched duration', () => {
  it.each(['0:00', '1:05', '12:59', '600:00'])('accepts %s', (text) => {
    expect(z.safeParse(watchedDuration, text).success).toBe(true);
  });
  it.each(['1:60', '1:5', ':05', '1', '-1:00', '1:05:00', '1:05 ', 65, null, '٣:٠٥'])(
    'rejects %j',
    (text) => {
      expect(z.safeParse(watchedDuration, text).success).toBe(false);
    },
  );
});

describe('viewing update', () => {
  const update = { duration: '0:10', completed: 'false' };
  it('accepts up to 200 ranges', () => {
    const ranges = Array.from({ length: 200 }, (_, i) => [i, i + 0.5]);
    expect(z.safeParse(viewingUpdate, { ...update, ranges }).success).toBe(true);
    expect(z.safeParse(viewingUpdate, { ...update, ranges: [...ranges, [1, 2]] }).success).toBe(false);
  });
  it.each([[[1]], [[-1, 2]], [['0', 1]], [[0, Number.NaN]], 'all'])('rejects the ranges %j', (ranges) => {
    expect(z.safeParse(viewingUpdate, { ...update, ranges }).success).toBe(false);
  });
  it.each([true, 'yes', undefined])('rejects %j for completed', (completed) => {
    expect(z.safeParse(viewingUpdate, { ...update, completed }).success).toBe(false);
  });
});
