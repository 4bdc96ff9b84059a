import { type PlayedRange, roundToMs } from '@secure-preview/contracts';

type TrackedVideo = Pick<
  HTMLVideoElement,
  'currentTime' | 'paused' | 'seeking' | 'readyState' | 'addEventListener' | 'removeEventListener'
>;

/** Seconds. The engine skips gaps in the stream by jumps of this size, which end no play. */
const MAX_SKIP_SECONDS = 0.5;
/** `play` has the position at which a play begins. A busy page handles `playing` later. */
const POSITION_EVENTS = ['play', 'playing', 'timeupdate', 'seeked', 'waiting', 'pause', 'ended'] as const;
const JUMP_EVENTS = ['seeking', 'emptied'] as const;

/** Plays of one video, in the order in which they began. */
class Plays {
  readonly ranges: PlayedRange[] = [];
  /** Whether the position has jumped since the last play. */
  private hasJumped = true;
  /** Position to which it has jumped, from which a busy page sees the video play on only later. */
  private jumpedTo: number | undefined;

  constructor(private readonly video: TrackedVideo) {}

  markJump(): void {
    this.hasJumped = true;
    this.jumpedTo = this.video.seeking ? roundToMs(this.video.currentTime) : undefined;
  }

  /** Makes the present play longer, or begins one if the position has jumped. */
  update(): void {
    const { video } = this;
    if (video.seeking || video.readyState === HTMLMediaElement.HAVE_NOTHING) return;
    const position = roundToMs(video.currentTime);
    const play = this.ranges.at(-1);
    if (play && (!this.hasJumped || Math.abs(position - play[1]) <= MAX_SKIP_SECONDS)) {
      play[1] = Math.max(play[1], position);
    } else if (!video.paused) {
      this.ranges.push([Math.min(this.jumpedTo ?? position, position), position]);
    } else return;
    this.hasJumped = false;
    this.jumpedTo = undefined;
  }
}

const tracked = new WeakMap<object, Plays>();

/**
 * Returns `[from, to]` seconds of each play of a tracked video, in the order in which they began. A play ends where the
 * position jumps. Unlike the element's own ranges, plays are not merged.
 */
export function playsOf(video: object): PlayedRange[] {
  const plays = tracked.get(video);
  plays?.update();
  return plays?.ranges.map(([from, to]) => [from, to]) ?? [];
}

/** Tracks the plays of a video, also when its source is attached again. Returns a function that stops. */
export function trackPlays(video: TrackedVideo): () => void {
  const plays = tracked.get(video) ?? new Plays(video);
  tracked.set(video, plays);
  const update = () => plays.update();
  const markJump = () => plays.markJump();
  for (const event of POSITION_EVENTS) video.addEventListener(event, update);
  for (const event of JUMP_EVENTS) video.addEventListener(event, markJump);
  return () => {
    for (const event of POSITION_EVENTS) video.removeEventListener(event, update);
    for (const event of JUMP_EVENTS) video.removeEventListener(event, markJump);
  };
}
