import { THUMB, THUMB_PIXELS, ThumbList } from './thumbs.js';

const size = { width: 640, height: 360 };

it('averages the pixels of each cell', () => {
  const picture = Uint8Array.from({ length: 640 * 360 }, (_, at) =>
    at % 640 < 10 ? 200 : at % 2 === 0 ? 10 : 30,
  );
  const thumbs = new ThumbList(size);
  thumbs.add(picture);
  const thumb = thumbs.all();
  expect(thumb).toHaveLength(THUMB_PIXELS);
  expect([thumb[0], thumb[1], thumb[THUMB.width - 1], thumb[THUMB.width]]).toEqual([200, 20, 20, 200]);
});

it('keeps every picture of a long film', () => {
  const thumbs = new ThumbList(size);
  const picture = new Uint8Array(640 * 360);
  for (let n = 0; n < 600; n++) thumbs.add(picture.fill(n % 251));
  const all = thumbs.all();
  expect(thumbs.count).toBe(600);
  expect(Array.from({ length: 600 }, (_, n) => all[n * THUMB_PIXELS + 7])).toEqual(
    Array.from({ length: 600 }, (_, n) => n % 251),
  );
});
