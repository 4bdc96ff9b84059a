/** Percent of the room that the mark has beside and above it, so that it stays within the picture. */
export interface MarkPosition {
  readonly left: number;
  readonly top: number;
}

type Band = readonly [least: number, most: number];

const between = (least: number, most: number) => least + Math.random() * (most - least);

/** Percent from the top: clear of the large button, and of the edges where films carry burn-ins of their own. */
const ABOVE_BUTTON: Band = [5, 14];
const BELOW_BUTTON: Band = [68, 76];

/** Returns the first position. */
export const startPosition = (): MarkPosition => ({ left: between(8, 92), top: between(...ABOVE_BUTTON) });

/** Returns a position anywhere over a moving picture, and beside the large button over one that stands still. */
export function nextPosition({ paused }: Pick<HTMLMediaElement, 'paused'>): MarkPosition {
  const left = between(0, 100);
  if (!paused) return { left, top: between(0, 80) };
  return { left, top: between(...(Math.random() < 0.5 ? ABOVE_BUTTON : BELOW_BUTTON)) };
}
