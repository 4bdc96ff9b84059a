import { NotRunError, type Outcome } from './outcome.js';
import type { PortalClient } from './portal-client.js';
import { type PresignedUrl, presignedUrl } from './presigned-url.js';
import { findShownTrailer, type ShownTrailer } from './shown-trailer.js';
import { enter, type Visitor } from './visitor.js';

/** One check, declared as data. */
export interface ProbeCheck {
  /** Group and name. `--skip` takes either. */
  readonly id: string;
  readonly title: string;
  /** Requirements of OWASP ASVS 5.0.0. */
  readonly asvs: readonly string[];
  /** @throws NotRunError when it cannot run here */
  run(context: ProbeContext): Promise<Outcome>;
}

export interface ProbeOptions {
  /** E-mail address of the leads that the probe creates. */
  readonly email: string;
  /** Accepts any certificate, and reports an untrusted one as a problem. */
  readonly insecure: boolean;
  /** Exhausts the limits of this IP address. */
  readonly limits: boolean;
}

/** Returns the value, or ends the check with the reason why it is missing. */
function required<T>(value: T | undefined, reason: string): T {
  if (value === undefined) throw new NotRunError(reason);
  return value;
}

/** State that the checks share: the connection, one visitor, and the paths of the shown trailer. */
export class ProbeContext {
  private maybeVisitor: Visitor | undefined;
  private maybeTrailer: ShownTrailer | undefined;
  private maybeUrl: PresignedUrl | undefined;
  /** Why the visitor, the trailer or the presigned URL is missing. */
  private reason = '';

  constructor(
    readonly client: PortalClient,
    readonly options: ProbeOptions,
  ) {}

  /** Enters as a visitor and finds the trailer. Stores what is missing as the reason why checks do not run. */
  async prepare(): Promise<void> {
    try {
      this.reason = 'No visitor could enter';
      this.maybeVisitor = await enter(this.client, this.options.email);
      this.reason = 'No trailer was found';
      this.maybeTrailer = await findShownTrailer(this.client, this.maybeVisitor);
      this.reason = 'No presigned URL was found';
      const [segment] = this.maybeTrailer.segments;
      if (segment === undefined) throw new Error('the playlist lists no segment');
      this.maybeUrl = await presignedUrl(this.client, this.maybeVisitor, segment);
      if (this.maybeUrl === undefined) throw new Error('the portal sends the segments itself');
    } catch (error) {
      this.reason += `: ${(error as Error).message}`;
    }
  }

  get visitor(): Visitor {
    return required(this.maybeVisitor, this.reason);
  }

  get trailer(): ShownTrailer {
    return required(this.maybeTrailer, this.reason);
  }

  get presignedUrl(): PresignedUrl {
    return required(this.maybeUrl, this.reason);
  }

  /** Paths of the trailer; empty without a trailer. */
  get trailerPaths(): readonly string[] {
    return this.maybeTrailer?.paths ?? [];
  }
}
