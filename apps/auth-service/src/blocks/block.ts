import type { BlockTarget } from '@secure-preview/contracts';

/** A change as an administrator or operator requests it. Stored in the form of `blockValue`. */
export interface RequestedBlock extends Readonly<BlockTarget> {
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

/** A visitor whom blocks may concern. */
export interface BlockedVisitor {
  /** `addressKey` of the e-mail address, and the domain of that key. */
  readonly address: string;
  readonly domain: string;
  /** IP address; null if it is unknown. */
  readonly ip: string | null;
}

/** Blocked domains and networks, which each gateway keeps in memory. */
export interface BlockRules {
  /** Number of the newest change of any block; 0 before the first change. */
  readonly version: number;
  readonly domains: string[];
  readonly networks: string[];
}
