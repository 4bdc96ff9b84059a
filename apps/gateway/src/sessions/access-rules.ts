import { BlockList, isIP, isIPv6 } from 'node:net';
import {
  AppError,
  type blocksRpc,
  domainOfKey,
  isProofEnough,
  type PortalSettings,
  type RpcOutput,
  requiredAtGate,
  requiredOfInside,
  type SessionRecord,
} from '@secure-preview/contracts';

type Gate = Pick<PortalSettings, 'gateMode' | 'invitationProof' | 'requiredInside'>;
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

/**
 * Holds the gate mode, and the blocked domains and networks, which followers keep up to date
 * (docs/product.md#access).
 */
export class AccessRules {
  private readonly listeners = new Set<() => void>();
  private currentGate: Gate | undefined;
  private domains: ReadonlySet<string> | undefined;
  private networks = new BlockList();

  /** Undefined before the settings are read. */
  get gate(): Gate | undefined {
    return this.currentGate;
  }

  set gate(gate: Gate) {
    this.currentGate = gate;
    this.notify();
  }

  setBlocks({ domains, networks }: BlockRules): void {
    this.networks = listOf(networks);
    this.domains = new Set(domains);
    this.notify();
  }

  /** Calls a listener after each change. Returns a function that removes it. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
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
    return this.domains.has(domainOfKey(key)) || this.isNetworkBlocked(ip);
  }

  /** Returns whether the network of a visitor is blocked; false before the blocks are known. */
  isNetworkBlocked(ip: string): boolean {
    return isIP(ip) !== 0 && this.networks.check(ip, familyOf(ip));
  }

  /**
   * Returns whether the proof of a session is enough to keep its access.
   *
   * @throws AppError `SERVICE_UNAVAILABLE` before the settings are known
   */
  isProved({ access, uploader }: SessionRecord): boolean {
    if (!this.gate) throw new AppError('SERVICE_UNAVAILABLE');
    // A session that has lost the uploader's level may have entered by the upload password alone.
    return isProofEnough(uploader ? requiredAtGate(this.gate) : requiredOfInside(this.gate), access);
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
