import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import { SweepService } from '../sweeping/sweep.service.js';
import { ImportRepository } from './import.repository.js';

/** Deletes rows of imports that nobody confirmed within a day. */
@Injectable()
export class ImportSweepService extends SweepService {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly imports: ImportRepository,
  ) {
    super(logger, 'rows of unconfirmed imports');
  }

  override sweep(): Promise<void> {
    return this.imports.deleteOldRows();
  }
}
