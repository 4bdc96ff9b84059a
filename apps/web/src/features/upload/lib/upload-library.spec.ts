import { limits } from '@secure-preview/contracts';
import Uppy from '@uppy/core';
import Dashboard from '@uppy/dashboard';
import { enUploadLibrary } from '../../../messages/upload-library/en.js';
import { uploadLimits } from './upload-limits.js';

describe('the limits of uploads', () => {
  it('have the specified values', () => {
    expect(limits.video.maxBytes).toBe(524_288_000);
    expect(limits.poster.maxBytes).toBe(10_485_760);
    expect(uploadLimits).toMatchObject({
      files: 1,
      concurrency: 6,
      retryDelaysMs: [0, 1000, 3000, 5000],
      infoMs: 5000,
      thumbnailWidth: 200,
      thumbnailType: 'image/jpeg',
      dialog: { width: 750, height: 550 },
      videoTypes: ['video/*', '.mp4', '.mov', '.avi', '.mkv'],
      posterTypes: ['image/*', '.png', '.jpg', '.jpeg', '.webp'],
    });
  });
});

describe('the catalogue of the upload library', () => {
  const { strings } = enUploadLibrary;

  it('has all messages of the library and no others', () => {
    const uppy = new Uppy();
    const known = { ...uppy.defaultLocale?.strings, ...new Dashboard(uppy).defaultLocale?.strings };
    expect(Object.keys(strings).toSorted()).toEqual(Object.keys(known).toSorted());
    expect(Object.keys(strings)).toEqual(expect.arrayContaining(Object.keys(enUploadLibrary.touch)));
  });

  it.each([
    [
      'youCanOnlyUploadX',
      { 0: 'You can only upload %{smart_count} file', 1: 'You can only upload %{smart_count} files' },
    ],
    [
      'youHaveToAtLeastSelectX',
      {
        0: 'You have to select at least %{smart_count} file',
        1: 'You have to select at least %{smart_count} files',
      },
    ],
    ['aggregateExceedsSize', 'You selected %{size} of files, but maximum allowed size is %{sizeAllowed}'],
    ['exceedsSize', '%{file} exceeds maximum allowed size of %{size}'],
    ['inferiorSize', 'This file is smaller than the allowed size of %{size}'],
    ['youCanOnlyUploadFileTypes', 'You can only upload: %{types}'],
    ['noMoreFilesAllowed', 'Cannot add more files'],
    ['noDuplicates', "Cannot add the duplicate file '%{fileName}', it already exists"],
    ['missingRequiredMetaField', 'Missing required meta fields'],
    ['missingRequiredMetaFieldOnFile', 'Missing required meta fields in %{fileName}'],
    ['failedToUpload', 'Failed to upload %{file}'],
    ['noInternetConnection', 'No Internet connection'],
    ['connectedToInternet', 'Connected to the Internet'],
    [
      'addBulkFilesFailed',
      {
        0: 'Failed to add %{smart_count} file due to an internal error',
        1: 'Failed to add %{smart_count} files due to internal errors',
      },
    ],
    ['additionalRestrictionsFailed', '%{count} additional restrictions were not fulfilled'],
    ['companionError', 'Connection with Companion failed'],
    ['authAborted', 'Authentication aborted'],
  ])('defines %s as specified', (key, sentence) => {
    expect(strings[key]).toEqual(sentence);
  });
});
