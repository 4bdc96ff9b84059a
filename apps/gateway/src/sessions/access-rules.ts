import { BlockList, isIPv6 } from 'node:net';
import {
  AppError,
  type blocksRpc,
  domainOfKey,
  type GateMode,
  type PortalSettings,
  type RpcOutput,
  type SessionRecord,
} from '@secure-preview/contracts';

type Gate = Pick<PortalSettings, 'gateMode' | 'gateAppliesTo'>;
type BlockRules = Pick<RpcOutput<typeof blocksRpc.methods.rules>, 'domains' | 'networks'>;

const familyOf = (ip: string) => (isIPv6(ip) ? 'ipv6' : 'ipv4');

/** Returns whether one of the networks, in CIDR notation, contains an address. Ignores text that is no network. */
export function networksContain(networks: readonly string[], ip: string): boolean {
  return listOf(networks).check(ip, familyOf(ip));
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix = isIPv6(address) ? '128' : '32'] = network.trim().split('/');
    try {
      list.addSubnet(address, Number.parseInt(prefix, 10), familyOf(address));
    } catch {
      // Node has no check for networks other than adding them.
    }
  }
  return list;
}

/** Returns whether a visitor has proved enough for a gate mode. Sessions of version 1.0 have no `access`. */
export function isProofEnough(
  gateMode: GateMode,
  access: Pick<NonNullable<SessionRecord['access']>, 'verifiedBy' | 'invitation'> | undefined,
): boolean {
  if (gateMode === 'open') return true;
  if (gateMode === 'invited') return access?.invitation !== undefined;
  return access !== undefined && access.verifiedBy !== 'none';
}

/**
 * Holds the gate mode, and the blocked domains and networks, which followers keep up to date
 * (docs/product.md#access).
 */
export class AccessRules {
  /** Undefined before the settings are read. */
  gate: Gate | undefined;
  private domains: ReadonlySet<string> | undefined;
  private networks = new BlockList();

  setBlocks({ domains, networks }: BlockRules): void {
    this.networks = listOf(networks);
    this.domains = new Set(domains);
  }

  /** Whether settings and blocks were read. */
  get areKnown(): boolean {
    return this.gate !== undefined && this.domains !== undefined;
  }

  /**
   * Returns whether the domain of an address or the network of a visitor is blocked.
   *
   * @param key `addressKey` of the visitor's address
   * @throws AppError `SERVICE_UNAVAILABLE` before the blocks are known
   */
  isBlocked(key: string, ip: string): boolean {
    if (!this.domains) throw new AppError('SERVICE_UNAVAILABLE');
    return this.domains.has(domainOfKey(key)) || this.networks.check(ip, familyOf(ip));
  }

  /**
   * Returns whether a session has proved what the gate mode demands of visitors who are inside.
   *
   * @throws AppError `SERVICE_UNAVAILABLE` before the settings are known
   */
  isProved({ access }: SessionRecord): boolean {
    if (!this.gate) throw new AppError('SERVICE_UNAVAILABLE');
    const { gateMode, gateAppliesTo } = this.gate;
    return gateAppliesTo === 'newVisitors' || isProofEnough(gateMode, access);
  }
}
