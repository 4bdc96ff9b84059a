import { INVITED_MS, InvitedBrowsers } from './invited-browsers.js';

const browsers = new InvitedBrowsers('a secret for tests');
const now = Date.UTC(2026, 10, 25);

it('recognises its own mark for 12 hours', () => {
  const value = browsers.issue(now);
  expect(browsers.isValid(value, now)).toBe(true);
  expect(browsers.isValid(value, now + INVITED_MS - 1)).toBe(true);
  expect(browsers.isValid(value, now + INVITED_MS)).toBe(false);
});

it.each([undefined, '', '1', '1.', `${now}.${'A'.repeat(43)}`, `${now}.${'é'.repeat(43)}`])(
  'rejects the value %j',
  (value) => {
    expect(browsers.isValid(value, now)).toBe(false);
  },
);

it('rejects a mark with another time or secret', () => {
  const value = browsers.issue(now);
  expect(browsers.isValid(value.replace(String(now), String(now + 1)), now + 1)).toBe(false);
  expect(new InvitedBrowsers('another secret').isValid(value, now)).toBe(false);
});
