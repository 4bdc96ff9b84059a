import { drawnPicture, drawnScene } from '../../testing/drawn-picture.js';
import { ProjectionEstimate } from './estimate.js';
import { FeatureFinder, mirrorPicture } from './features.js';
import { loadOpenCv } from './opencv.js';

const size = { width: 640, height: 360 };
const listeners = () =>
  (['uncaughtException', 'unhandledRejection'] as const).map((event) => process.listenerCount(event));

it('finds the part of the picture that a clip shows, and leaves the errors of the process alone', async () => {
  const before = listeners();
  const cv = await loadOpenCv();
  expect(listeners()).toEqual(before);
  const clipSize = { width: 480, height: 480 };
  const finder = new FeatureFinder(cv, size);
  const clipFinder = new FeatureFinder(cv, clipSize);
  const scene = drawnScene(1);
  // The clip shows the middle of the trailer's picture: 0.75 of its width and 0.8 of its height.
  const clip = drawnPicture(scene, clipSize, (x, y) => [0.125 + 0.75 * x, 0.1 + 0.8 * y]);
  const estimate = new ProjectionEstimate(cv, size, clipSize);
  estimate.add(finder.find(drawnPicture(scene, size)), clipFinder.find(clip));
  const found = estimate.solve();
  expect(found?.inliers).toBeGreaterThan(40);
  const expected = [1 / 0.75, 0, -0.125 / 0.75, 0, 1 / 0.8, -0.1 / 0.8, 0, 0, 1];
  expected.forEach((value, at) => {
    expect(Math.abs((found?.h[at] ?? Number.NaN) - value)).toBeLessThan(0.02);
  });
  finder.close();
  clipFinder.close();
});

it('finds hardly any agreement between different pictures', async () => {
  const cv = await loadOpenCv();
  const finder = new FeatureFinder(cv, size);
  const estimate = new ProjectionEstimate(cv, size, size);
  estimate.add(
    finder.find(drawnPicture(drawnScene(1), size)),
    finder.find(drawnPicture(drawnScene(2), size)),
  );
  expect(estimate.solve()?.inliers ?? 0).toBeLessThan(40);
  estimate.add(finder.find(new Uint8Array(640 * 360)), finder.find(new Uint8Array(640 * 360)));
  finder.close();
});

it('mirrors a picture', () => {
  const picture = Uint8Array.of(1, 2, 3, 4, 5, 6);
  mirrorPicture(picture, { width: 3, height: 2 });
  expect([...picture]).toEqual([3, 2, 1, 6, 5, 4]);
});
