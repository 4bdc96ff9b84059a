import { randomUUID } from 'node:crypto';
import { cursorOf, leadIdOf } from './lead-cursor.js';

it('restores the lead id from its cursor', () => {
  for (let count = 0; count < 100; count++) {
    const id = randomUUID();
    expect(cursorOf(id)).toMatch(/^[\w-]{22}$/);
    expect(leadIdOf(cursorOf(id))).toBe(id);
  }
});

it.each([
  '',
  'x',
  'A'.repeat(21),
  'A'.repeat(23),
  `${'A'.repeat(21)}B`,
  `${'A'.repeat(20)}==`,
  '%00'.repeat(8),
])('rejects the cursor %j', (cursor) => {
  expect(() => leadIdOf(cursor)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
});
