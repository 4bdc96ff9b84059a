import * as z from 'zod/mini';

/**
 * Who may pass the gate (docs/product.md#access): everybody, everybody with a proved e-mail address, or only invited
 * people and domains.
 */
export const gateModes = ['open', 'verified', 'invited'] as const;
export const gateMode = z.enum(gateModes);
export type GateMode = z.infer<typeof gateMode>;

/** Whether a change of the gate mode concerns only new visitors, or also visitors who have already entered. */
export const gateAppliesTo = z.enum(['newVisitors', 'everybody']);
export type GateAppliesTo = z.infer<typeof gateAppliesTo>;

/**
 * Proof that is required of visitors who have already entered: none, an e-mail address, or an invitation. With
 * `OrLink`, an invitation link alone is sufficient.
 */
export const requiredInside = z.enum([
  'nothing',
  'addressOrLink',
  'address',
  'invitationOrLink',
  'invitation',
]);
export type RequiredInside = z.infer<typeof requiredInside>;

/** Proof of an invitation in a new browser: its link and a code sent to the address, or the link alone. */
export const invitationProof = z.enum(['code', 'link']);

/** How the address of a lead was proved. `none`: it was only typed. `link`: by an invitation link alone. */
export const verifiedBy = z.enum(['none', 'code', 'invitation', 'link']);
export type VerifiedBy = z.infer<typeof verifiedBy>;

/** Returns whether a person has proved the address with a code: alone, or with an invitation. */
export const provesAddress = (proof: VerifiedBy): boolean => proof === 'code' || proof === 'invitation';

/**
 * Returns the key that identifies a person by e-mail address: two addresses with the same key belong to the same
 * person. Ignores case, although a mail server may distinguish it. Keeps dots and plus signs.
 */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** Returns the domain of an e-mail key. */
export const domainOfKey = (key: string): string => key.slice(key.lastIndexOf('@') + 1);
