import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Injectable } from '@nestjs/common';
import { diskAlert } from './disk-alert.js';
import { DiskAlertRepository } from './disk-alert.repository.js';

/** Reports that the disk of the worker is nearly full. Object storage does not report its free space. */
@Injectable()
export class DiskWatchService {
  constructor(private readonly alerts: DiskAlertRepository) {}

  async check(folder = tmpdir()): Promise<void> {
    const alert = diskAlert(await statfs(folder), new Date());
    if (alert) await this.alerts.store(alert);
  }
}
