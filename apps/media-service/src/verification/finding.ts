import type { ListedObject } from '../storage/object-store.js';

/** Database record of an object to keep, with the rendition, image or trailer that uses the object. */
export interface KeptObject {
  readonly key: string;
  readonly renditionId: string | null;
  readonly posterId: string | null;
  readonly gateImageId: string | null;
  /** Id of the found copy with this clip. */
  readonly leakCaseId: string | null;
  /** Id of the trailer with this upload. */
  readonly sourceOf: string | null;
}

/** Facts about the stored objects of a trailer. */
export interface TrailerStorageFacts {
  readonly id: string;
  readonly title: string;
  readonly active: boolean;
  readonly sourceKey: string;
  readonly sourceEtag: string;
  /** Whether processing still needs the upload. */
  readonly needsSource: boolean;
  /** Whether the trailer is kept only as evidence. */
  readonly expired: boolean;
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
  /** Whether a needed upload is missing. */
  readonly sourceMissing: boolean;
  /** Whether the trailer is kept only as evidence. */
  readonly expired: boolean;
}

/** A trailer that failed because of lost objects. */
export interface LostTrailer {
  readonly id: string;
  readonly title: string;
  /** Keys of the segments. */
  readonly keys: readonly string[];
}

export type Finding =
  /** In storage, but unknown to the database. */
  | { readonly kind: 'stray'; readonly object: ListedObject; readonly old: boolean }
  /** Kept although nothing needs it. */
  | { readonly kind: 'unneeded'; readonly key: string; readonly seen: boolean }
  | { readonly kind: 'poster'; readonly posterId: string }
  | { readonly kind: 'gateImage'; readonly key: string; readonly imageId: string }
  /** The clip of a found copy is missing. */
  | { readonly kind: 'clip'; readonly key: string; readonly caseId: string }
  | { readonly kind: 'trailer'; readonly trailer: BrokenTrailer }
  /** Failed because of lost objects, and all of them are in storage again. */
  | { readonly kind: 'returned'; readonly trailer: Omit<LostTrailer, 'keys'> };

/** Action taken on a finding; `left` means that no action was taken. */
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
  /** Number of objects in the bucket. */
  readonly objects: number;
  /** Number of objects of other programs, recognised by their names. */
  readonly foreign: number;
  readonly findings: readonly { readonly finding: Finding; readonly outcome: Outcome }[];
  /** Reason for the rejection of a requested repair. */
  readonly refusal: string | undefined;
}

/** Age in seconds from which an unknown object may be deleted. A younger object may still be used. */
export const YOUNG_SECONDS = 3600;

/** Returns whether a finding is still a problem. */
export function isLeft({ outcome }: { outcome: Outcome }): boolean {
  return outcome === 'left';
}
