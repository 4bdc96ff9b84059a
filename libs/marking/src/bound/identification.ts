/** A person whose copy the clip shows, with the bound that the name meets. */
export interface NamedCopy {
  readonly markId: string;
  readonly versionId: string;
  /**
   * Whether the copy alone passes (`single`), or only together with one of `partners` (`pair`). Both tests have the
   * same limit: N·p < 5·10^-7.
   */
  readonly test: 'single' | 'pair';
  /** log10 of N·p. For a pair, of three times the largest part of its bound. */
  readonly log10Np: number;
  /** Mark ids of the copies with which this one passes the test of pairs, sorted. */
  readonly partners: readonly string[];
  /** Mark ids with the same codeword in all readable segments, sorted: the clip cannot tell them apart. */
  readonly sameCodeword: readonly string[];
}

/** Why nobody is named: a code with its parameters. */
export type InconclusiveReason =
  /** Nobody was given a copy. */
  | { readonly code: 'noCodewords'; readonly params: Record<string, never> }
  /** Even a codeword that agrees in every readable segment could not be named. */
  | {
      readonly code: 'tooFewReadableSegments';
      readonly params: { readonly readable: number; readonly needed: number };
    }
  /** Segments are readable, but too weakly to name a person as a rule. */
  | { readonly code: 'markTooWeak'; readonly params: { readonly bits: number; readonly neededBits: number } }
  /**
   * The clip says enough to name a person, and nobody's copy agrees: an unmarked copy, a copy of somebody else, or a
   * mix of several.
   */
  | { readonly code: 'nobodyStandsOut'; readonly params: { readonly bestLog10Np: number } };

/** How much a clip shows about a version, before any codeword is compared. */
export interface ClipReading {
  readonly versionId: string;
  readonly readableSegments: number;
  /** Estimated bits that the readable segments give. */
  readonly bits: number;
  /** Bits that name one of N codewords if all are read rightly. */
  readonly neededBits: number;
}

/** The result of a case. Who is named does not depend on the order of codewords or comparisons. */
export type Identification = {
  /** N: the codewords scored for names. */
  readonly codewordsScored: number;
  /** Of the comparison with most bits; null without comparisons. */
  readonly reading: ClipReading | null;
} & (
  | { readonly verdict: 'named' | 'several'; readonly names: readonly NamedCopy[] }
  | {
      readonly verdict: 'inconclusive';
      readonly names: readonly [];
      readonly reason: InconclusiveReason;
      /**
       * Seconds of such a clip that would have been enough: for one person, or for a mix of two if one person would
       * have been named. null if no length would.
       */
      readonly enoughSeconds: number | null;
    }
);
