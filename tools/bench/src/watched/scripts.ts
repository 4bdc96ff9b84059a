import type { PlayedRange } from '@secure-preview/contracts';

/** Seconds of the trailer. */
export const LENGTH = 30;

/** What a visitor does. A position is in seconds of the trailer. */
export type Step =
  /** Plays up to a position, and does not pause there. */
  | { readonly play: number }
  /** Pauses for some seconds. */
  | { readonly pause: number }
  /** Seeks. Playback continues if it was playing. */
  | { readonly seek: number }
  /** Presses a key of the player that seeks. */
  | { readonly press: 'ArrowRight' | 'ArrowLeft' }
  /** Applies the next steps to a tab, which is opened at first use. Other tabs keep playing. */
  | { readonly tab: number }
  /** Hides the page, or shows it again. */
  | { readonly page: 'hidden' | 'visible' }
  /** Limits the line to kilobytes a second, interrupts or restores it. */
  | { readonly line: number | 'lost' | 'normal' }
  /** Loads the page again, and plays. */
  | { readonly reload: true }
  /** Ends all tabs. `crash`: the process of the page ends without notice. */
  | { readonly end: 'close' | 'leave' | 'exit' | 'crash' };

/** A visit, and what the visitor plays in it. */
export interface Script {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Plays in the order in which they end. */
  readonly plays: readonly PlayedRange[];
  /** True if the page cannot report its end. */
  readonly isCutOff?: true;
}

const close = { end: 'close' } as const;
const [slow, lost, normal] = [{ line: 45 }, { line: 'lost' }, { line: 'normal' }] as const;
const [hide, show] = [{ page: 'hidden' }, { page: 'visible' }] as const;
const [first, second] = [{ tab: 0 }, { tab: 1 }] as const;
const play = (to: number) => ({ play: to });
const pause = (seconds: number) => ({ pause: seconds });
const seek = (to: number) => ({ seek: to });
const press = (key: 'ArrowRight' | 'ArrowLeft') => ({ press: key });

/** The ground truth of the measurement. */
export const scripts: readonly Script[] = [
  { name: 'plays all', steps: [play(LENGTH), close], plays: [[0, LENGTH]] },
  { name: 'pauses, and closes the tab', steps: [play(8), pause(2), close], plays: [[0, 8]] },
  {
    name: 'pauses three times',
    steps: [play(3), pause(1), play(6), pause(3), play(9), pause(1), play(12), close],
    plays: [
      [0, 3],
      [3, 6],
      [6, 9],
      [9, 12],
    ],
  },
  {
    name: 'seeks forward',
    steps: [play(5), seek(15), play(20), close],
    plays: [
      [0, 5],
      [15, 20],
    ],
  },
  {
    name: 'seeks back, and sees a part again',
    steps: [play(8), seek(3), play(10), close],
    plays: [
      [0, 8],
      [3, 10],
    ],
  },
  {
    name: 'seeks while it is paused',
    steps: [play(4), pause(1), seek(20), pause(1), play(25), close],
    plays: [
      [0, 4],
      [20, 25],
    ],
  },
  {
    name: 'sees three seconds four times',
    steps: [play(3), seek(0), play(3), seek(0), play(3), seek(0), play(3), close],
    plays: [
      [0, 3],
      [0, 3],
      [0, 3],
      [0, 3],
    ],
  },
  {
    name: 'seeks five times in a row',
    steps: [play(3), seek(20), seek(10), seek(25), seek(6), seek(18), play(22), close],
    plays: [
      [0, 3],
      [20, 20],
      [10, 10],
      [25, 25],
      [6, 6],
      [18, 22],
    ],
  },
  {
    name: 'skips with the arrow keys',
    steps: [play(4), press('ArrowRight'), play(12), press('ArrowLeft'), play(14), close],
    plays: [
      [0, 4],
      [9, 12],
      [7, 14],
    ],
  },
  {
    name: 'sees the beginning, and the end',
    steps: [play(3), seek(LENGTH - 3), play(LENGTH), close],
    plays: [
      [0, 3],
      [LENGTH - 3, LENGTH],
    ],
  },
  {
    name: 'begins again after the end',
    steps: [play(2), seek(LENGTH - 4), play(LENGTH), seek(0), play(5), close],
    plays: [
      [0, 2],
      [LENGTH - 4, LENGTH],
      [0, 5],
    ],
  },
  { name: 'has a slow line', steps: [slow, play(12), close], plays: [[0, 12]] },
  {
    name: 'seeks on a slow line',
    steps: [play(3), slow, seek(18), play(22), seek(10), play(13), close],
    plays: [
      [0, 3],
      [18, 22],
      [10, 13],
    ],
  },
  {
    name: 'plays the same part in two tabs at once',
    steps: [play(1), pause(0), second, seek(0), play(3), first, play(9), second, play(9), close],
    plays: [
      [0, 1],
      [1, 9],
      [0, 9],
    ],
  },
  {
    name: 'plays other parts in two tabs, one after the other',
    steps: [play(7), pause(0), second, seek(5), play(13), close],
    plays: [
      [0, 7],
      [5, 13],
    ],
  },
  {
    name: 'plays in the background',
    steps: [play(4), hide, play(10), show, play(12), close],
    plays: [[0, 12]],
  },
  { name: 'closes a tab in the background', steps: [play(4), hide, play(13), close], plays: [[0, 13]] },
  { name: 'closes the tab while it plays', steps: [play(9), close], plays: [[0, 9]] },
  { name: 'leaves for another page while it plays', steps: [play(10), { end: 'leave' }], plays: [[0, 10]] },
  {
    name: 'loads the page again',
    steps: [play(6), { reload: true }, seek(12), play(16), close],
    plays: [
      [0, 6],
      [12, 16],
    ],
  },
  { name: 'exits', steps: [play(11), { end: 'exit' }], plays: [[0, 11]] },
  {
    name: 'loses the network for a while',
    steps: [play(5), lost, play(9), normal, play(14), pause(1), close],
    plays: [[0, 14]],
  },
  { name: 'crashes', steps: [play(13), { end: 'crash' }], plays: [[0, 13]], isCutOff: true },
  {
    name: 'loses the network for good',
    steps: [play(12), lost, play(14), close],
    plays: [[0, 14]],
    isCutOff: true,
  },
];
