import { jest } from '@jest/globals';
import { en } from '../../../messages/en.js';
import { enUploadPage } from '../../../messages/upload-page/en.js';
import type { UploadKind } from '../api/upload-address.js';
import { checkFiles } from './check-files.js';
import { PortalUppy } from './portal-uppy.js';
import { uploadKindOf } from './upload-kinds.js';

const messages = { ...en, ...enUploadPage };
const onRefusal = jest.fn<(sentence: string | undefined) => void>();
let uppy: PortalUppy;

function openDialog(kind: UploadKind): void {
  const options = { ...uploadKindOf(kind, messages), maxFileSize: 1024, preview: async () => undefined };
  const { maxFileSize, allowedFileTypes } = options;
  uppy = new PortalUppy({
    restrictions: { maxNumberOfFiles: 1, maxFileSize, allowedFileTypes: [...allowedFileTypes] },
    logger: { debug: () => undefined, warn: () => undefined, error: () => undefined },
  });
  checkFiles(uppy, options, onRefusal);
}
const choose = (name: string, type: string, bytes: number) =>
  uppy.addFiles([{ name, type, data: new File([new Uint8Array(bytes)], name, { type }) }]);
const shownByLibrary = () => uppy.getState().info.map(({ message }) => message);

beforeEach(() => onRefusal.mockClear());
afterEach(() => uppy.destroy());

it.each([
  ['video', 'film.mp4', 'video/mp4'],
  ['poster', 'art.png', 'image/png'],
] as const)('rejects an empty %s at once', (kind, name, type) => {
  openDialog(kind);
  choose(name, type, 0);
  expect(onRefusal.mock.lastCall).toEqual([`“${name}” is empty. Choose another file.`]);
  expect(uppy.getFiles()).toEqual([]);
});

it.each([
  ['video', 'film.mp4', 'video/mp4', 'Choose or export a smaller file.'],
  ['poster', 'art.png', 'image/png', 'Save the picture smaller, for example as a JPG.'],
] as const)('reports only once that a %s is too large', (kind, name, type, advice) => {
  openDialog(kind);
  choose(name, type, 1025);
  expect(onRefusal.mock.lastCall).toEqual([`${name} exceeds maximum allowed size of 1 KB. ${advice}`]);
  expect(shownByLibrary()).toEqual([]);
});

it('lets the library reject a second file, because the dialog shows no note once it has a file', () => {
  openDialog('video');
  choose('film.mp4', 'video/mp4', 10);
  expect(uppy.getFiles()).toHaveLength(1);
  choose('large.mp4', 'video/mp4', 1025);
  expect(shownByLibrary()).toEqual(['large.mp4 exceeds maximum allowed size of 1 KB']);
});
