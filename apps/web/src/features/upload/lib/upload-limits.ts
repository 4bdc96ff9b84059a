/** Upload library (docs/product.md#upload-dialog). */
export const uploadLimits = {
  files: 1,
  /** Concurrent requests. */
  concurrency: 6,
  /** Milliseconds before each automatic retry. */
  retryDelaysMs: [0, 1000, 3000, 5000],
  /** Display time of a message in milliseconds. */
  infoMs: 5000,
  /** CSS pixels. */
  thumbnailWidth: 200,
  thumbnailType: 'image/jpeg',
  /** CSS pixels of the dialog if the window is large enough. */
  dialog: { width: 750, height: 550 },
  videoTypes: ['video/*', '.mp4', '.mov', '.avi', '.mkv'],
  posterTypes: ['image/*', '.png', '.jpg', '.jpeg', '.webp'],
  /** Types that the file picker offers for a poster: only those that the server accepts. */
  posterPicker: 'image/png,image/jpeg,image/webp,.png,.jpg,.jpeg,.webp',
} as const;
