import { Injectable } from '@nestjs/common';
import type { CheckedRow } from '@secure-preview/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { ImportEntity } from './import.entity.js';
import {
  countOtherRows,
  deleteOldRows,
  deleteRows,
  invitableRows,
  keysInImport,
  replaceRows,
} from './import.queries.js';

/** State of an import; undefined while it may be filled. */
export type FinishedImport = { readonly invited: number | null; readonly blocked: number } | undefined;

/** Stores the rows of imports until they are confirmed. All methods but one belong to a transaction of changes. */
@Injectable()
export class ImportRepository {
  constructor(private readonly dataSource: DataSource) {}

  async finished(transaction: EntityManager, id: string): Promise<FinishedImport> {
    return (await transaction.findOneBy(ImportEntity, { id })) ?? undefined;
  }

  /** Finishes an import and deletes its rows. */
  async finish(
    transaction: EntityManager,
    id: string,
    { invited, blocked }: { invited: number | null; blocked: number },
  ): Promise<void> {
    await transaction.insert(ImportEntity, { id, invited, blocked });
    await deleteRows(transaction, id);
  }

  countOtherRows(transaction: EntityManager, id: string, lines: readonly number[]): Promise<number> {
    return countOtherRows(transaction, id, lines);
  }

  keysInImport(
    transaction: EntityManager,
    id: string,
    sought: { keys: readonly string[]; lines: readonly number[] },
  ): Promise<Set<string>> {
    return keysInImport(transaction, id, sought);
  }

  /** Replaces the rows of these lines. */
  replaceRows(
    transaction: EntityManager,
    id: string,
    rows: readonly (CheckedRow & { key: string | undefined })[],
  ): Promise<void> {
    return replaceRows(transaction, id, rows);
  }

  invitableRows(transaction: EntityManager, id: string) {
    return invitableRows(transaction, id);
  }

  deleteOldRows(): Promise<void> {
    return deleteOldRows(this.dataSource);
  }
}
