import { diskAlert } from './disk-alert.js';

const now = new Date('2026-11-27T09:59:59.999Z');

it('reports a disk of which less than a tenth is free, once an hour', () => {
  expect(diskAlert({ blocks: 1000, bavail: 101 }, now)).toBeUndefined();
  expect(diskAlert({ blocks: 1000, bavail: 99 }, now)).toMatchObject({
    key: 'storage-low:2026-11-27T09',
    kind: 'storageLow',
    details: { percent: 90 },
  });
  expect(diskAlert({ blocks: 1000, bavail: 0 }, now)).toMatchObject({ details: { percent: 100 } });
});

it('ignores file systems that report no size', () => {
  expect(diskAlert({ blocks: 0, bavail: 0 }, now)).toBeUndefined();
});
