import * as z from 'zod/mini';
import { POSITIONS_KEY, resumeLimits } from '../constants.js';

/** Seconds by viewer and version, oldest first. */
const positionList = z.array(z.tuple([z.string(), z.number().check(z.positive())]));
type PositionList = z.infer<typeof positionList>;

/** Playback position of one viewer in one version of the trailer, stored in this browser. */
export interface PlaybackPosition {
  /** Returns seconds; undefined if playback starts at the beginning. */
  read(): number | undefined;
  /** Stores the position, or deletes it if it is near the start or the end. */
  save(seconds: number, duration: number): void;
  forget(): void;
}

/** Number of exits. After an exit, open players must not save their positions. */
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

/** Deletes every position, and ignores later saves of open players in this tab. */
export function forgetPlaybackPositions(): void {
  exits += 1;
  writeAll([]);
}

/** Returns no positions if storage is unavailable or holds foreign data. */
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
    // Storage is unavailable or full: playback starts at the beginning next time.
  }
}

/** Returns the 64-bit FNV-1a hash. Other users of the browser can read the storage, so it holds no e-mail addresses. */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(36);
}
