import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { PEOPLE, type PeopleClient } from '../rpc/rpc.module.js';

/** Milliseconds. An administrator who enters the password waits for it. */
const MARK_MS = 1000;

/** Takes leads of staff out of the figures of viewers. */
@Injectable()
export class StaffLeadsService {
  constructor(
    @Inject(PEOPLE) private readonly people: PeopleClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never fails: statistics must not keep an administrator out. */
  async mark(leadId: string, http: RequestContext): Promise<void> {
    try {
      await this.people.markStaff({ leadId }, { ...http.call, withinMs: MARK_MS });
    } catch (error) {
      this.logger.warn({ err: error, leadId }, 'cannot mark a lead as staff: its visit still counts');
    }
  }
}
