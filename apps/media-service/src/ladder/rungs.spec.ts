import { planRungs, rungHeightOf } from './rungs.js';

const sizes = (width: number, height: number) =>
  planRungs({ width, height }).map((rung) => `${rung.rungHeight}: ${rung.width}×${rung.height}`);

it.each([
  [1920, 1080, ['1080: 1920×1080', '720: 1280×720', '480: 854×480', '240: 426×240']],
  [3840, 2160, ['1080: 1920×1080', '720: 1280×720', '480: 854×480', '240: 426×240']],
  [1280, 720, ['720: 1280×720', '480: 854×480', '240: 426×240']],
  [854, 480, ['480: 854×480', '240: 426×240']],
  [320, 180, ['240: 320×180']],
  [321, 181, ['240: 320×180']],
  [1080, 1920, ['1080: 1080×1920', '720: 720×1280', '480: 480×854', '240: 240×426']],
  [2048, 858, ['1080: 1920×804', '720: 1280×536', '480: 854×358', '240: 426×178']],
  [4096, 4096, ['1080: 1080×1080', '720: 720×720', '480: 480×480', '240: 240×240']],
  [4000, 10, ['1080: 1920×4', '720: 1280×4', '480: 854×2', '240: 426×2']],
  [1, 1, ['240: 2×2']],
])('plans the ladder of a %d×%d video as %j', (width, height, expected) => {
  expect(sizes(width, height)).toEqual(expected);
});

it('omits a rung that is hardly smaller than the rung above it', () => {
  expect(sizes(900, 506)).toEqual(['720: 900×506', '240: 426×240']);
  expect(sizes(1400, 788)).toEqual(['1080: 1400×788', '480: 852×480', '240: 426×240']);
  expect(sizes(1440, 810)).toEqual(['1080: 1440×810', '720: 1280×720', '480: 854×480', '240: 426×240']);
});

it('returns the rung height of a copied video', () => {
  expect(rungHeightOf({ width: 1920, height: 1088 })).toBe(1080);
  expect(rungHeightOf({ width: 720, height: 1280 })).toBe(720);
  expect(rungHeightOf({ width: 640, height: 480 })).toBe(480);
  expect(rungHeightOf({ width: 426, height: 240 })).toBe(240);
});
