import { expectedPlayerSize } from './expected-player-size.js';

beforeEach(() => Object.assign(window, { innerWidth: 1440, innerHeight: 900, devicePixelRatio: 1 }));
afterEach(() => Reflect.deleteProperty(HTMLElement.prototype, 'offsetHeight'));

/** jsdom has no layout. */
const setStageHeight = (value: number) =>
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, value });

it('is limited by the height of the stage, and leaves no element behind', () => {
  setStageHeight(612);
  expect(expectedPlayerSize()).toEqual({ width: 1088, height: 612 });
  expect(document.body).toBeEmptyDOMElement();
});

it('is limited by the width of a phone, in device pixels', () => {
  setStageHeight(500);
  Object.assign(window, { innerWidth: 360, devicePixelRatio: 2 });
  expect(expectedPlayerSize(2)).toEqual({ width: 720, height: 360 });
});

it('is narrow for an upright video', () => {
  setStageHeight(600);
  expect(expectedPlayerSize(0.5)).toEqual({ width: 300, height: 600 });
});
