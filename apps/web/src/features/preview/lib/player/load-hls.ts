/** Loads hls.js. Browsers that hls.js does not support play playlists natively. */
export const loadHls = () => import('hls.js');
