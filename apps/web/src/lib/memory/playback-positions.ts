import * as z from 'zod/mini';
import { POSITIONS_KEY, resumeLimits } from '../constants.js';

/** Seconds by viewer and version, oldest first. */
const positionList = z.array(z.tuple([z.string(), z.number().check(z.positive())]));
type PositionList = z.infer<typeof positionList>;

/** Where one viewer stopped in one version of the trailer, in this browser. */
export interface PlaybackPosition {
  /** Returns seconds; undefined where playback starts at the beginning. */
  read(): number | undefined;
  /** Keeps the position; one near the start or the end is forgotten instead. */
  save(seconds: number, duration: number): void;
  forget(): void;
}

/** Raised by an exit, so that a player which still plays does not save its position again. */
let exits = 0;

export function playbackPosition(email: string, trailerId: string): PlaybackPosition {
  const id = `${digest(email.trim().toLowerCase())}/${trailerId}`;
  const openedAt = exits;
  const write = (seconds: number | undefined) => {
    if (openedAt !== exits) return;
    const others = readAll().filter(([other]) => other !== id);
    writeAll(seconds === undefined ? others : [...others, [id, seconds]]);
  };
  return {
    read: () => readAll().find(([other]) => other === id)?.[1],
    save: (seconds, duration) => {
      const isNearEnd = seconds > duration - resumeLimits.endSeconds;
      write(seconds < resumeLimits.startSeconds || isNearEnd ? undefined : seconds);
    },
    forget: () => write(undefined),
  };
}

/** Forgets every position, and ignores what open players of this tab save later. */
export function forgetPlaybackPositions(): void {
  exits += 1;
  writeAll([]);
}

/** Storage may be closed to pages, and other programs may write to it: both read as no positions. */
function readAll(): PositionList {
  try {
    const read = positionList.safeParse(JSON.parse(localStorage.getItem(POSITIONS_KEY) ?? '[]'));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

function writeAll(positions: PositionList): void {
  try {
    if (positions.length === 0) localStorage.removeItem(POSITIONS_KEY);
    else localStorage.setItem(POSITIONS_KEY, JSON.stringify(positions.slice(-resumeLimits.positions)));
  } catch {
    // Storage is closed or full: playback starts at the beginning next time.
  }
}

/** FNV-1a, 64 bits: keeps the address itself out of the storage, where others who use the browser could read it. */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(36);
}
