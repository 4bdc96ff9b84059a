import type { FlagFacts } from '@secure-preview/contracts';
import { networkOf } from '@secure-preview/service-kit';
import type { NetworkUse } from '../observation.js';

/** Thresholds of the rule in milliseconds (docs/product.md#flags). */
export const networkLimits = {
  withinMs: 10 * 60_000,
  /** A response that began before a phone changed its network may end after the first one on the new network. */
  overlapMs: 5000,
} as const;

const isV6 = (network: string) => network.includes(':');

interface Use {
  readonly at: number;
  readonly network: string;
}

/** Returns the last use before an index that fulfils a condition. */
function lastBefore(uses: readonly Use[], before: number, condition: (use: Use) => boolean): Use | undefined {
  for (let index = before - 1; index >= 0; index -= 1) {
    const use = uses[index];
    if (use && condition(use)) return use;
  }
  return undefined;
}

/** Flags uses of one address family in which another network interrupts the use of a network. */
function interruption(uses: readonly Use[]): FlagFacts | undefined {
  const { withinMs, overlapMs } = networkLimits;
  for (const [index, { at, network }] of uses.entries()) {
    const second = lastBefore(uses, index, (use) => use.network !== network && use.at <= at - overlapMs);
    const first =
      second && lastBefore(uses, index, (use) => use.network === network && use.at <= second.at - overlapMs);
    if (!first || !second || at - first.at > withinMs) continue;
    return {
      kind: 'twoNetworks',
      networks: [network, second.network],
      withinSeconds: Math.round((at - first.at) / 1000),
    };
  }
  return undefined;
}

/**
 * Flags a session that two networks use in turn: the first, the second and again the first within ten minutes. The
 * addresses of a line with IPv4 and IPv6 are not two networks.
 *
 * @param uses deliveries to the session in any order
 */
export function twoNetworksFlag(uses: readonly NetworkUse[]): FlagFacts | undefined {
  const families: [Use[], Use[]] = [[], []];
  for (const { at, ip } of [...uses].sort((a, b) => a.at - b.at)) {
    const network = networkOf(ip);
    if (network !== undefined) families[isV6(network) ? 1 : 0].push({ at, network });
  }
  return interruption(families[0]) ?? interruption(families[1]);
}

/** Returns whether addresses belong to several networks of one address family. */
export function areSeveralNetworks(ips: readonly string[]): boolean {
  const networks = [...new Set(ips.flatMap((ip) => networkOf(ip) ?? []))];
  return networks.filter(isV6).length > 1 || networks.filter((network) => !isV6(network)).length > 1;
}
