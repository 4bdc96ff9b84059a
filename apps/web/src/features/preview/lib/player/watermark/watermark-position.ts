/** Position in percent of the space around the watermark: 0 and 100 both keep it within the picture. */
export interface WatermarkPosition {
  readonly left: number;
  readonly top: number;
}

type PercentRange = readonly [min: number, max: number];

const randomBetween = (min: number, max: number) => min + Math.random() * (max - min);

/** Percent from the top. Avoids the large play button, and the edges, where trailers have burnt-in text. */
const ABOVE_BUTTON: PercentRange = [5, 14];
const BELOW_BUTTON: PercentRange = [68, 76];

/** Percent from the top of a short player. Only this range avoids both the play button and the controls. */
const TOP_EDGE: PercentRange = [0, 3];
/** CSS pixels of height below which a player is short. */
const SHORT_PLAYER_PX = 300;

type Player = Pick<Element, 'clientHeight'>;
const isShort = ({ clientHeight }: Player) => clientHeight < SHORT_PLAYER_PX;

/** Returns the first position in a player. */
export const startPosition = (player: Player): WatermarkPosition => ({
  left: randomBetween(8, 92),
  top: randomBetween(...(isShort(player) ? TOP_EDGE : ABOVE_BUTTON)),
});

/** Returns a random position, which avoids the large play button while the video is paused. */
export function nextPosition(
  player: Player,
  { paused }: Pick<HTMLMediaElement, 'paused'>,
): WatermarkPosition {
  const left = randomBetween(0, 100);
  if (!paused) return { left, top: randomBetween(0, 80) };
  if (isShort(player)) return { left, top: randomBetween(...TOP_EDGE) };
  return { left, top: randomBetween(...(Math.random() < 0.5 ? ABOVE_BUTTON : BELOW_BUTTON)) };
}
