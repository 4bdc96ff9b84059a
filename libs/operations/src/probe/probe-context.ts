import { type Film, findFilm } from './film.js';
import { NotRunError, type Outcome } from './outcome.js';
import type { PortalClient } from './portal-client.js';
import { type SignedAddress, signedAddress } from './signed-address.js';
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
  /** Address of the leads that the probe creates. */
  readonly email: string;
  /** Accepts any certificate, and reports that as a problem. */
  readonly insecure: boolean;
  /** Uses up the limits of this IP address. */
  readonly limits: boolean;
}

/** Returns the value, or ends the check with the reason why there is none. */
function required<T>(value: T | undefined, reason: string): T {
  if (value === undefined) throw new NotRunError(reason);
  return value;
}

/** What the checks share: the connection, one visitor, and the addresses of the shown trailer. */
export class ProbeContext {
  private entered: Visitor | undefined;
  private found: Film | undefined;
  private signed: SignedAddress | undefined;
  /** Why the visitor, the film or the signed address is missing. */
  private reason = '';

  constructor(
    readonly client: PortalClient,
    readonly options: ProbeOptions,
  ) {}

  /** Enters and looks for the film. What is missing is remembered as the reason of checks that do not run. */
  async prepare(): Promise<void> {
    try {
      this.reason = 'No visitor could enter';
      this.entered = await enter(this.client, this.options.email);
      this.reason = 'No trailer was found';
      this.found = await findFilm(this.client, this.entered);
      this.reason = 'No signed address was found';
      const [segment] = this.found.segments;
      if (segment === undefined) throw new Error('the playlist names no segment');
      this.signed = await signedAddress(this.client, this.entered, segment);
      if (this.signed === undefined) throw new Error('the portal sends the segments itself');
    } catch (error) {
      this.reason += `: ${(error as Error).message}`;
    }
  }

  get visitor(): Visitor {
    return required(this.entered, this.reason);
  }

  get film(): Film {
    return required(this.found, this.reason);
  }

  get signedAddress(): SignedAddress {
    return required(this.signed, this.reason);
  }

  /** Addresses of the film; none without one. */
  get filmPaths(): readonly string[] {
    return this.found?.paths ?? [];
  }
}
