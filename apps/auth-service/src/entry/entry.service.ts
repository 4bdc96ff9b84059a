import { Injectable } from '@nestjs/common';
import type { CodePurpose, Proof } from '@secure-preview/contracts';
import {
  AppError,
  accessEnded,
  domainOfKey,
  type entryRpc,
  limits,
  type RpcParsedInput,
} from '@secure-preview/contracts';
import { addressKey, domainKey } from '@secure-preview/service-kit';
import type { CodeAudience } from '@secure-preview/service-kit/outbox';
import type { Queryable } from '@secure-preview/service-kit/postgres';
import { BlocksService } from '../blocks/blocks.service.js';
import type { CodeMail } from '../codes/code.js';
import { CodesService } from '../codes/codes.service.js';
import { endedReason, type Invitation, isDomain } from '../invitations/invitation.js';
import { InvitationAccessService } from '../invitations/invitation-access.service.js';

const { seconds, resendSeconds } = limits.access.code;

/** Wrong codes of all addresses of an invited domain in a day. With all of them, a guess succeeds with 3 × 10⁻⁴. */
const MAX_DOMAIN_GUESSES = 300;

type CodeRequest = RpcParsedInput<typeof entryRpc.methods.requestCode>;
type TypedCode = RpcParsedInput<typeof entryRpc.methods.verifyCode>;

/** Sends codes to addresses that may enter, and decides what a code proves (docs/product.md#access). */
@Injectable()
export class EntryService {
  constructor(
    private readonly codes: CodesService,
    private readonly invitations: InvitationAccessService,
    private readonly blocks: BlocksService,
  ) {}

  /**
   * Sends a code if the address may enter. The result is the same for every address, except that a request with the
   * invitation link of the address also returns whether a code was sent.
   */
  async requestCode(request: CodeRequest, commandId: string) {
    const { email, purpose, invitation } = request;
    const [mail, byLink] = await Promise.all([
      this.mailFor(request),
      invitation !== undefined && this.invitations.isLinkOf(invitation, addressKey(email)),
    ]);
    const codeId = await this.codes.request({ email, purpose, byLink }, mail, commandId);
    const answer = { codeId, expiresInSeconds: seconds, resendInSeconds: resendSeconds };
    return byLink ? { ...answer, codeSent: mail !== undefined } : answer;
  }

  /**
   * Returns what a code proves, and marks the invitation of its address as opened.
   *
   * @throws AppError `CODE_WRONG`, `CODE_EXPIRED` or `ACCESS_ENDED`
   */
  async verifyCode(typed: TypedCode, commandId: string): Promise<Proof> {
    const { email, purpose } = typed;
    await this.codes.verify(typed, commandId);
    if (purpose === 'test') return { email, name: null, verifiedBy: 'code' };
    const key = addressKey(email);
    if (await this.blocks.isBlocked(key)) throw accessEnded('blocked');
    const invitation = await this.invitations.ofAddress(key);
    if (purpose === 'invited' && invitation && isDomain(invitation.email)) await this.assertFewGuesses(key);
    const reason = invitation && endedReason(invitation, new Date());
    if (invitation && !reason) {
      await this.invitations.use(invitation.id);
      return proofOf(invitation, email);
    }
    if (purpose !== 'verified')
      throw reason ? accessEnded(reason, invitation.startsAt) : new AppError('CODE_EXPIRED');
    return { email, name: null, verifiedBy: 'code' };
  }

  /**
   * Bounds guesses at the codes of an invited domain. Each address has its own tries, but a guesser can make up any
   * number of addresses of a domain. Concerns right codes only, so that wrong ones do not reveal which domains are
   * invited, and which addresses have an invitation of their own.
   *
   * @throws AppError `CODE_EXPIRED`
   */
  private async assertFewGuesses(emailKey: string): Promise<void> {
    if ((await this.codes.wrongTriesOf(domainOfKey(emailKey))) >= MAX_DOMAIN_GUESSES)
      throw new AppError('CODE_EXPIRED');
  }

  /** Returns the mail with the code; undefined if the address may not enter. */
  private async mailFor({
    email,
    language,
    companyName,
    logoId,
    purpose,
    turn,
  }: CodeRequest): Promise<CodeMail | undefined> {
    const key = addressKey(email);
    const [isBlocked, invitation] = await Promise.all([
      this.blocks.isBlocked(key),
      this.invitations.ofAddress(key),
    ]);
    const recipient = withKnownDomain(email.trim());
    const mail = {
      recipient,
      language,
      companyName,
      logoId,
      audience: audienceOf(purpose, invitation),
      turn,
      isBlocked: async (transaction: Queryable) =>
        purpose !== 'test' && this.blocks.isBlocked(key, transaction),
    };
    if (purpose === 'test') return mail;
    // With an open gate only invited people need a code, so nobody else gets a mail.
    if (isBlocked || (purpose !== 'verified' && !isInvited(invitation))) return undefined;
    // Mail servers may distinguish case, so the code goes to the address that was invited, not to the typed one.
    if (invitation && !isDomain(invitation.email)) return { ...mail, recipient: invitation.email };
    return mail;
  }
}

/** Returns an address with the form of its domain under which the person is known: the code proves that one. */
function withKnownDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + domainKey(email.slice(at));
}

/** Returns whether an invitation has not ended. One that begins later also gets a code, so the page can name the reason. */
function isInvited(invitation: Invitation | undefined): boolean {
  const reason = invitation && endedReason(invitation, new Date());
  return invitation !== undefined && (reason === undefined || reason === 'notBegun');
}

/** Returns whom a code is for. Only administrators request test codes, so they are sent as to invited people. */
function audienceOf(purpose: CodePurpose, invitation: Invitation | undefined): CodeAudience {
  if (purpose === 'test') return 'invited';
  if (!invitation || !isInvited(invitation)) return 'uninvited';
  return isDomain(invitation.email) ? 'invitedDomain' : 'invited';
}

/** Returns the proof of an address with an invitation. A domain has no name, and the visitor's own address counts. */
function proofOf({ id, generation, email, name }: Invitation, typed: string): Proof {
  const address = isDomain(email) ? { email: typed, name: null } : { email, name };
  return { ...address, verifiedBy: 'invitation', invitation: { id, generation } };
}
