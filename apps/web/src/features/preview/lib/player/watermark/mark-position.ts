/** Position in percent of the space beside and above the mark, so that it stays within the picture. */
export interface MarkPosition {
  readonly left: number;
  readonly top: number;
}

type Band = readonly [least: number, most: number];

const between = (least: number, most: number) => least + Math.random() * (most - least);

/** Percent from the top. Avoids the large button and the edges, where films have burn-ins of their own. */
const ABOVE_BUTTON: Band = [5, 14];
const BELOW_BUTTON: Band = [68, 76];

/**
 * Percent from the top in a low player, where only the upper edge avoids the large button and the control
 * bar.
 */
const UPPER_EDGE: Band = [0, 3];
/** CSS pixels of height below which a player counts as low. */
const LOW_PLAYER = 300;

type Host = Pick<Element, 'clientHeight'>;
const isLow = ({ clientHeight }: Host) => clientHeight < LOW_PLAYER;

/** Returns the first position in a player. */
export const startPosition = (host: Host): MarkPosition => ({
  left: between(8, 92),
  top: between(...(isLow(host) ? UPPER_EDGE : ABOVE_BUTTON)),
});

/**
 * Returns a position anywhere over a playing picture, or one that avoids the large button over a paused one.
 */
export function nextPosition(host: Host, { paused }: Pick<HTMLMediaElement, 'paused'>): MarkPosition {
  const left = between(0, 100);
  if (!paused) return { left, top: between(0, 80) };
  if (isLow(host)) return { left, top: between(...UPPER_EDGE) };
  return { left, top: between(...(Math.random() < 0.5 ? ABOVE_BUTTON : BELOW_BUTTON)) };
}
