import type { BlockKind } from '@secure-preview/contracts';

/** An address, a domain or a network, in the form of `blockValue`. */
export interface BlockTarget {
  readonly kind: BlockKind;
  readonly value: string;
}

/** A change as an administrator or operator requests it. */
export interface RequestedBlock extends BlockTarget {
  readonly blocked: boolean;
  readonly note: string;
}

/** Whether an e-mail address is blocked. */
export interface AddressState {
  readonly emailKey: string;
  readonly blocked: boolean;
  /** Increases with each change; 0 before the first change of the address. */
  readonly version: number;
}

/** Blocked domains and networks, which each gateway keeps in memory. */
export interface BlockRules {
  /** Number of the newest change of any block; 0 before the first change. */
  readonly version: number;
  readonly domains: string[];
  readonly networks: string[];
}
