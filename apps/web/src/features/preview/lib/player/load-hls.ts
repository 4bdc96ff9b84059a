let loading: Promise<typeof import('hls.js')> | undefined;

/**
 * Loads hls.js once. Browsers that hls.js does not support play playlists natively. The promise is kept, because on a busy
 * page a further import takes as long as the tasks that wait.
 */
export function loadHls(): Promise<typeof import('hls.js')> {
  loading ??= import('hls.js').catch((error: unknown) => {
    // The next call tries again.
    loading = undefined;
    throw error;
  });
  return loading;
}
