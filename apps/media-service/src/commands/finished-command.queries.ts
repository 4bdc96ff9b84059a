import type { EntityManager } from 'typeorm';
import { FinishedCommandEntity } from './finished-command.entity.js';

/** Returns whether a command was finished before. */
export function isFinishedCommand(manager: EntityManager, commandId: string): Promise<boolean> {
  return manager.existsBy(FinishedCommandEntity, { commandId });
}

/** Stores that a command is finished. */
export async function finishCommand(manager: EntityManager, commandId: string): Promise<void> {
  await manager
    .createQueryBuilder()
    .insert()
    .into(FinishedCommandEntity)
    .values({ commandId })
    .orIgnore()
    .execute();
}
