import { randomBytes } from 'node:crypto';
import { SecretBox, SecretBoxError } from './secret-box.js';

const secret = 'a'.repeat(40);
const another = 'b'.repeat(40);
const key = randomBytes(16);
const box = new SecretBox(secret);

it('unwraps a key that it wrapped, and stores it only encrypted', () => {
  const wrapped = box.wrap(key, 'trailer 1');
  expect(box.unwrap(wrapped, 'trailer 1')).toEqual(key);
  expect(wrapped.includes(key)).toBe(false);
  expect(wrapped).toHaveLength(1 + 4 + 12 + 16 + 16);
});

it('wraps the same key differently each time', () => {
  expect(box.wrap(key, 'trailer 1')).not.toEqual(box.wrap(key, 'trailer 1'));
});

it('rejects a box from another context', () => {
  expect(() => box.unwrap(box.wrap(key, 'trailer 1'), 'trailer 2')).toThrow(SecretBoxError);
});

it.each(['version', 'secret', 'nonce', 'key', 'tag'] as const)(
  'rejects a box whose %s was changed',
  (part) => {
    const wrapped = box.wrap(key, 'trailer 1');
    const at = { version: 0, secret: 2, nonce: 8, key: 20, tag: wrapped.length - 1 }[part];
    wrapped[at] = (wrapped[at] ?? 0) ^ 1;
    expect(() => box.unwrap(wrapped, 'trailer 1')).toThrow(SecretBoxError);
  },
);

it.each([0, 1, 5, 20, 32])('rejects a box truncated to %d bytes', (length) => {
  expect(() => box.unwrap(box.wrap(key, 'trailer 1').subarray(0, length), 'trailer 1')).toThrow(
    SecretBoxError,
  );
});

it('unwraps with the previous secret, and wraps with the current one', () => {
  const old = box.wrap(key, 'trailer 1');
  expect(() => new SecretBox(another).unwrap(old, 'trailer 1')).toThrow('an unknown secret');
  const rotated = new SecretBox(another, secret);
  expect(rotated.unwrap(old, 'trailer 1')).toEqual(key);
  expect(rotated.isCurrent(old)).toBe(false);
  const renewed = rotated.wrap(key, 'trailer 1');
  expect(rotated.isCurrent(renewed)).toBe(true);
  expect(new SecretBox(another).unwrap(renewed, 'trailer 1')).toEqual(key);
  expect(() => box.unwrap(renewed, 'trailer 1')).toThrow(SecretBoxError);
});
