import { type GateArt, gateArt } from '@secure-preview/contracts';

/**
 * Returns the images that the page names for its first paint, before the configuration has arrived; null for none.
 * So nothing moves when it arrives.
 */
export function readFirstPaintArt(): GateArt | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="gate-art"]')?.content;
  try {
    return gateArt.safeParse(JSON.parse(content ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
