import type { GateMode, RequiredInside } from '../gate/gate-mode.js';
import type { SessionRecord } from '../session/session-record.js';
import type { PortalSettings } from '../settings/settings.js';

type Gate = Pick<PortalSettings, 'gateMode' | 'invitationProof'>;
type GateAndInside = Gate & Pick<PortalSettings, 'requiredInside'>;

interface Requirement {
  readonly mode: GateMode;
  /** Whether an invitation link alone is a proof. */
  readonly link: boolean;
}

const requirements: Readonly<Record<RequiredInside, Requirement>> = {
  nothing: { mode: 'open', link: true },
  addressOrLink: { mode: 'verified', link: true },
  address: { mode: 'verified', link: false },
  invitationOrLink: { mode: 'invited', link: true },
  invitation: { mode: 'invited', link: false },
};

const ranks: Readonly<Record<GateMode, number>> = { open: 0, verified: 1, invited: 2 };

function nameOf({ mode, link }: Requirement): RequiredInside {
  if (mode === 'open') return 'nothing';
  const proof = mode === 'verified' ? 'address' : 'invitation';
  return link ? `${proof}OrLink` : proof;
}

/** Returns what the gate demands of new visitors. */
export const requiredAtGate = ({ gateMode, invitationProof }: Gate): RequiredInside =>
  nameOf({ mode: gateMode, link: invitationProof === 'link' });

/** Combines two requirements: the lower mode, with a link alone if either of them accepts it. */
export function weaker(a: RequiredInside, b: RequiredInside): RequiredInside {
  const [first, second] = [requirements[a], requirements[b]];
  const mode = ranks[first.mode] < ranks[second.mode] ? first.mode : second.mode;
  return nameOf({ mode, link: first.link || second.link });
}

/**
 * Returns what visitors who have entered must have proved: `requiredInside`, but no more than the gate demands. A reset
 * or the environment may have lowered the mode without the requirement.
 */
export const requiredOfInside = (gate: GateAndInside): RequiredInside =>
  weaker(gate.requiredInside, requiredAtGate(gate));

/** Returns the next `requiredInside` if a change of the gate must not end the access of anybody who has entered. */
export const keptInside = (before: GateAndInside, after: Gate): RequiredInside =>
  weaker(requiredOfInside(before), requiredAtGate(after));

/** Returns whether a visitor has proved enough. Sessions of version 1.0 have no `access`. */
export function isProofEnough(
  required: RequiredInside,
  access: Pick<NonNullable<SessionRecord['access']>, 'verifiedBy' | 'invitation'> | undefined,
): boolean {
  const { mode, link } = requirements[required];
  if (mode === 'open') return true;
  if (access === undefined || access.verifiedBy === 'none' || (access.verifiedBy === 'link' && !link))
    return false;
  return mode === 'verified' || access.invitation !== undefined;
}
