import type { LeakCase, ListedLeakCase } from '@secure-preview/contracts';

/** A case to be opened. */
export interface NewLeakCase {
  readonly id: string;
  readonly fileName: string;
  readonly source: { readonly key: string; readonly etag: string; readonly bytes: number };
}

/** A case as the database has it, without its clip and its pictures. */
export interface StoredLeakCase extends Omit<LeakCase, 'createdAt' | 'finishedAt'> {
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** A case of the list as the database has it. */
export interface StoredListedCase extends Omit<ListedLeakCase, 'createdAt'> {
  readonly createdAt: Date;
}

export const leakCaseView = ({ createdAt, finishedAt, ...stored }: StoredLeakCase): LeakCase => ({
  ...stored,
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});

export const listedLeakCaseView = ({ createdAt, ...stored }: StoredListedCase): ListedLeakCase => ({
  ...stored,
  createdAt: createdAt.toISOString(),
});
