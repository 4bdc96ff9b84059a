import { DEFAULT_RATIO } from '../aspect-ratio.js';

/**
 * Returns the size that the player will have, in device pixels. The space beside the player is ignored.
 *
 * @param aspectRatio width divided by height, if known
 */
export function expectedPlayerSize(aspectRatio = DEFAULT_RATIO): { width: number; height: number } {
  const probe = document.createElement('div');
  probe.style.cssText = 'position: absolute; visibility: hidden; height: var(--stage-height)';
  document.body.append(probe);
  const maxHeight = probe.offsetHeight || innerHeight;
  probe.remove();
  const width = Math.min(innerWidth, maxHeight * aspectRatio) * devicePixelRatio;
  return { width, height: width / aspectRatio };
}
