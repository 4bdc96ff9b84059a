import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An object that this service may have stored. The row is written before the object. */
@Entity('stored_objects', { schema: 'media' })
export class StoredObjectEntity {
  @PrimaryColumn('text')
  key!: string;

  /** Time at which the sweep may delete the object; null for an object to be kept. */
  @Column('timestamptz', { name: 'delete_after', nullable: true })
  deleteAfter!: Date | null;

  /** Whether a sweep has begun to delete the object. A trailer can then no longer use it. */
  @Column('boolean')
  deleting!: boolean;

  @Column({ type: 'timestamptz', name: 'created_at', insert: false, update: false })
  createdAt!: Date;
}
