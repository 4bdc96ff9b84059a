import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Id of a finished command that created no other row. */
@Entity('finished_commands', { schema: 'media' })
export class FinishedCommandEntity {
  @PrimaryColumn('text', { name: 'command_id' })
  commandId!: string;

  @Column({ type: 'timestamptz', insert: false, update: false })
  at!: Date;
}
