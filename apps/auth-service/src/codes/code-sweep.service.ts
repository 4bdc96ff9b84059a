import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import { SweepService } from '../sweeping/sweep.service.js';
import { CodeRepository } from './code.repository.js';

/** Deletes codes after a day. */
@Injectable()
export class CodeSweepService extends SweepService {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly codes: CodeRepository,
  ) {
    super(logger, 'old codes');
  }

  override sweep(): Promise<void> {
    return this.codes.deleteOld();
  }
}
