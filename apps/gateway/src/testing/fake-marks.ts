import { createHash } from 'node:crypto';
import { AppError, type playbackRpc, type RpcParsedInput } from '@secure-preview/contracts';

type Codeword = RpcParsedInput<typeof playbackRpc.methods.codeword>;

/** Marks in the fake services. */
export const marks = {
  areTrailersMarked: false,
  /** Whether each created trailer was to be marked. */
  ofUploads: [] as boolean[],
  /** Ids of renditions of sound, whose segments last 4 s and have one variant. */
  sounds: [] as string[],
  /** Mark id of all leads; undefined: each lead has its own id. */
  personId: undefined as string | undefined,
  /** Calls for mark ids, and for codewords. */
  leadCalls: [] as string[],
  codewordCalls: [] as Codeword[],
  /** Whether these calls fail. */
  isPeopleFailing: false,
  isCodewordDenied: false,
  salt: Buffer.alloc(32, 7),
};

/** Returns the bits of a person, which differ from those of other people. */
export const bitsOf = (markId: string): Buffer => createHash('sha256').update(markId).digest();

/** Returns the URL of the second variant of a segment that is signed at this index of a window. */
export const twinOf = (url: string, index: number): string =>
  index === 0 ? `${url}&twin` : `${url}&next=${index}&twin`;

export function codewordOf(input: Codeword): { bits: string; salt: string } {
  marks.codewordCalls.push(input);
  if (marks.isCodewordDenied) throw new AppError('NOT_FOUND');
  return { bits: bitsOf(input.markId).toString('base64'), salt: marks.salt.toString('base64') };
}

export function markOf(leadId: string): { markId: string } {
  marks.leadCalls.push(leadId);
  if (marks.isPeopleFailing) throw new AppError('SERVICE_UNAVAILABLE');
  return { markId: marks.personId ?? leadId };
}
