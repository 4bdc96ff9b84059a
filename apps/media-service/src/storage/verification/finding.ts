import type { ListedObject } from '../object-store.js';

/** What stands in the database of an object that is meant to stay, and who needs it. */
export interface KeptObject {
  readonly key: string;
  readonly renditionId: string | null;
  readonly posterId: string | null;
  /** Trailer that was made of it, or is to be. */
  readonly sourceOf: string | null;
}

/** A trailer of which something is missing in storage. */
export interface BrokenTrailer {
  readonly id: string;
  readonly title: string;
  readonly active: boolean;
  /** Renditions of which segments are missing. */
  readonly renditionIds: readonly string[];
  /** Segments that are missing. */
  readonly segments: number;
  /** Whether the upload that is still needed is missing. */
  readonly sourceMissing: boolean;
}

/** A trailer that was given up for what it had lost. */
export interface GivenUpTrailer {
  readonly id: string;
  readonly title: string;
  /** Objects that it was played from. */
  readonly keys: readonly string[];
}

export type Finding =
  /** In storage, and nothing in the database knows it. */
  | { readonly kind: 'stray'; readonly object: ListedObject; readonly old: boolean }
  /** Kept, though nothing needs it. */
  | { readonly kind: 'unneeded'; readonly key: string; readonly seen: boolean }
  | { readonly kind: 'poster'; readonly posterId: string }
  | { readonly kind: 'trailer'; readonly trailer: BrokenTrailer }
  /** Given up once, and all of it is in storage again. */
  | { readonly kind: 'returned'; readonly trailer: Omit<GivenUpTrailer, 'keys'> };

/** What was done about a finding; `left` when nothing was. */
export type Outcome =
  | 'left'
  | 'deleted'
  | 'released'
  | 'forgotten'
  | 'retired'
  | 'requeued'
  | 'failed'
  | 'returned'
  | 'gone';

export interface Verification {
  /** Objects in the bucket. */
  readonly objects: number;
  /** Objects that are not the portal's own, by their names. */
  readonly foreign: number;
  readonly findings: readonly { readonly finding: Finding; readonly outcome: Outcome }[];
  /** Why nothing was repaired although it was asked for. */
  readonly refusal: string | undefined;
}

/** Seconds that a worker or a browser may take between storing an object and saying so; much less in truth. */
export const YOUNG_SECONDS = 3600;

/** Whether a finding is still a problem. */
export function isLeft({ outcome }: { outcome: Outcome }): boolean {
  return outcome === 'left';
}
