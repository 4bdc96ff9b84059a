import { requireAcceptableLength, requireComplete } from './limits.js';

it('refuses what is longer than 6 hours', () => {
  expect(() => requireAcceptableLength(6 * 3600 + 1)).toThrow('longer than 6 hours');
  expect(() => requireAcceptableLength(6 * 3600)).not.toThrow();
  expect(() => requireAcceptableLength(null)).not.toThrow();
});

it('tells a file without its end from one that was rounded', () => {
  expect(() => requireComplete(30, 90)).toThrow('only 0:30 of its 1:30 minutes can be read');
  expect(() => requireComplete(4.4, 6)).toThrow();
  expect(() => requireComplete(4.6, 6)).not.toThrow();
  expect(() => requireComplete(87, 90)).not.toThrow();
  expect(() => requireComplete(90, 60)).not.toThrow();
  expect(() => requireComplete(1, null)).not.toThrow();
});
