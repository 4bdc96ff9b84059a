import { BlockList, isIPv6 } from 'node:net';
import {
  type AccessEndedReason,
  AppError,
  type blocksRpc,
  domainOfKey,
  emailKey,
  type PortalSettings,
  publishedInvitation,
  type RpcOutput,
  type SessionRecord,
} from '@secure-preview/contracts';

type Gate = Pick<PortalSettings, 'gateMode' | 'gateAppliesTo'>;
type BlockRules = RpcOutput<typeof blocksRpc.methods.rules>;

/** Facts about the access of a session that Redis holds, read together with its record. */
export interface AccessFacts {
  readonly visitEnded: boolean;
  readonly addressBlocked: boolean;
  /** Published state of the invitation as JSON; null if it is missing. */
  readonly invitation: string | null;
}

/**
 * Decides whether a session may watch (docs/product.md#access). Holds the gate mode and the blocked domains and
 * networks, which followers keep up to date.
 */
export class AccessRules {
  gate: Gate | undefined;
  private domains: ReadonlySet<string> | undefined;
  private networks = new BlockList();

  setBlocks({ domains, networks }: BlockRules): void {
    const list = new BlockList();
    for (const network of networks) {
      const [address = '', prefix] = network.split('/');
      list.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
    }
    this.networks = list;
    this.domains = new Set(domains);
  }

  /**
   * Returns why the access of a session has ended; undefined if it has not.
   *
   * @param now Unix time in milliseconds
   * @throws AppError `SERVICE_UNAVAILABLE` while the answer is not known
   */
  endedReason(
    { viewer, access }: SessionRecord,
    facts: AccessFacts,
    ip: string,
    now: number,
  ): AccessEndedReason | undefined {
    if (facts.visitEnded) return 'visitEnded';
    if (facts.addressBlocked || this.isBlocked(access?.emailKey ?? emailKey(viewer.email), ip))
      return 'blocked';
    if (!access?.invitation) return undefined;
    // Missing only until auth-service publishes it again after a loss of data.
    if (facts.invitation === null) throw new AppError('SERVICE_UNAVAILABLE');
    const { generation, revoked, startsAt, endsAt } = publishedInvitation.parse(JSON.parse(facts.invitation));
    if (revoked || generation !== access.invitation.generation) return 'revoked';
    if (endsAt !== null && now >= endsAt) return 'expired';
    return startsAt !== null && now < startsAt ? 'notBegun' : undefined;
  }

  /**
   * Returns whether the domain of an address or the network of a visitor is blocked.
   *
   * @throws AppError `SERVICE_UNAVAILABLE` before the blocks are known
   */
  isBlocked(key: string, ip: string): boolean {
    if (!this.domains) throw new AppError('SERVICE_UNAVAILABLE');
    return this.domains.has(domainOfKey(key)) || this.networks.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
  }

  /**
   * Returns whether a session has proved what the gate mode demands of visitors who are inside.
   *
   * @throws AppError `SERVICE_UNAVAILABLE` before the settings are known
   */
  isProved({ access }: SessionRecord): boolean {
    if (!this.gate) throw new AppError('SERVICE_UNAVAILABLE');
    const { gateMode, gateAppliesTo } = this.gate;
    if (gateMode === 'open' || gateAppliesTo === 'newVisitors') return true;
    if (gateMode === 'invited') return access?.invitation !== undefined;
    return access !== undefined && access.verifiedBy !== 'none';
  }
}
