import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { UploadPassword } from './upload-password.js';

/** The upload password: the only row of its table. */
@Entity('upload_passwords', { schema: 'auth' })
export class UploadPasswordEntity implements UploadPassword {
  /** Always true; limits the table to one row. */
  @PrimaryColumn({ type: 'boolean', insert: false, update: false })
  singleton!: boolean;

  @Column({ type: 'text' })
  hash!: string;

  @Column({ type: 'integer' })
  epoch!: number;

  @Column({ name: 'command_id', type: 'uuid' })
  commandId!: string;

  @Column({ name: 'changed_at', type: 'timestamptz', insert: false })
  changedAt!: Date;
}
