import * as z from 'zod/mini';

/** What a flag can be about, in the order of the settings page (docs/product.md#flags). */
export const flagKinds = ['copying', 'noPlayer', 'twoNetworks', 'manySessions', 'watermark'] as const;
export type FlagKind = (typeof flagKinds)[number];

const seconds = z.number().check(z.nonnegative());
/** Number of visits of a proved person that the figures add up; absent if they are those of one visit. */
const visits = z.optional(z.int());

/** What was seen, by kind: the figures of the sentence that the administrator reads. */
export const flagFacts = z.union([
  z.object({
    kind: z.literal('copying'),
    /** Distinct seconds of the version that were delivered to the visit. */
    deliveredSeconds: seconds,
    /** Seconds since the visit was first given the version. */
    elapsedSeconds: seconds,
    /** Seeks that the players of the visit reported. */
    seeks: z.int(),
    visits,
  }),
  z.object({
    kind: z.literal('noPlayer'),
    deliveredSeconds: seconds,
    /** Seconds since the first delivery, without any report of a player. */
    elapsedSeconds: seconds,
    visits,
  }),
  z.object({
    kind: z.literal('twoNetworks'),
    /** Networks (/24, /48) of one address family in CIDR notation. The second interrupted the first. */
    networks: z.tuple([z.string(), z.string()]),
    /** Seconds between the two uses of the first network that surround the use of the second. */
    withinSeconds: seconds,
  }),
  z.object({
    kind: z.literal('manySessions'),
    /** Sessions of the person that played at once. */
    sessions: z.int(),
  }),
  z.object({
    kind: z.literal('watermark'),
    /** Times that the watermark was removed or covered in the visit. */
    times: z.int(),
  }),
]);
export type FlagFacts = z.infer<typeof flagFacts>;

/** A sign that a visit copies or shares the film. At most one of a kind, visit and version. */
export const flag = z.object({
  id: z.uuid(),
  /** Visit (lead) about which it is. */
  leadId: z.uuid(),
  /** Version about which it is; null if it is about all. */
  trailerId: z.nullable(z.uuid()),
  at: z.iso.datetime(),
  facts: flagFacts,
  /** When an administrator dismissed it as harmless; null while it counts. */
  dismissedAt: z.nullable(z.iso.datetime()),
  /** Claimed name of that administrator; null or absent where none is stored. */
  dismissedByName: z.optional(z.nullable(z.string())),
  /** When the portal blocked the person because of it; null if it did not. */
  blockedAt: z.nullable(z.iso.datetime()),
});
export type Flag = z.infer<typeof flag>;
