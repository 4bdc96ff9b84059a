import type { ListedObject } from '../storage/object-store.js';

/** The database's record of an object to be kept, and what needs it. */
export interface KeptObject {
  readonly key: string;
  readonly renditionId: string | null;
  readonly posterId: string | null;
  /** Trailer that it belongs to. */
  readonly sourceOf: string | null;
}

/** The facts about a trailer that concern its storage. */
export interface StoredTrailer {
  readonly id: string;
  readonly title: string;
  readonly active: boolean;
  readonly sourceKey: string;
  readonly sourceEtag: string;
  /** Whether something is still to be made from its upload. */
  readonly needsSource: boolean;
}

/** A trailer with objects missing from storage. */
export interface BrokenTrailer {
  readonly id: string;
  readonly title: string;
  readonly active: boolean;
  /** Renditions with missing segments. */
  readonly renditionIds: readonly string[];
  /** Number of missing segments. */
  readonly segments: number;
  /** Whether the upload is missing and still needed. */
  readonly sourceMissing: boolean;
}

/** A trailer that failed because of lost objects. */
export interface GivenUpTrailer {
  readonly id: string;
  readonly title: string;
  /** Objects from which it was played. */
  readonly keys: readonly string[];
}

export type Finding =
  /** In storage, but unknown to the database. */
  | { readonly kind: 'stray'; readonly object: ListedObject; readonly old: boolean }
  /** Kept, though nothing needs it. */
  | { readonly kind: 'unneeded'; readonly key: string; readonly seen: boolean }
  | { readonly kind: 'poster'; readonly posterId: string }
  | { readonly kind: 'trailer'; readonly trailer: BrokenTrailer }
  /** Failed because of lost objects, and all of them are in storage again. */
  | { readonly kind: 'returned'; readonly trailer: Omit<GivenUpTrailer, 'keys'> };

/** Action taken on a finding; `left` when none was taken. */
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
  /** Objects of other programs, judged by their names. */
  readonly foreign: number;
  readonly findings: readonly { readonly finding: Finding; readonly outcome: Outcome }[];
  /** Why a requested repair was refused. */
  readonly refusal: string | undefined;
}

/**
 * Seconds that a worker or a browser may take between storing an object and reporting it; usually far fewer.
 */
export const YOUNG_SECONDS = 3600;

/** Returns whether a finding is still a problem. */
export function isLeft({ outcome }: { outcome: Outcome }): boolean {
  return outcome === 'left';
}
