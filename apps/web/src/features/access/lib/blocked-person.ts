import type { BlockTarget } from '@secure-preview/contracts';

/** A person of a list, who can be blocked. */
export interface BlockedPerson {
  readonly name: string;
  /** Address, or a domain such as `@example.com`. */
  readonly email: string;
  /** Network of a visit. */
  readonly network?: string | undefined;
  /** Blocks that concern the person. */
  readonly blocks: readonly BlockTarget[];
}
