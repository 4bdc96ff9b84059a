import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The id of a command whose effect leaves no row to recognise it by. */
@Entity('finished_command')
export class FinishedCommandEntity {
  @PrimaryColumn('text', { name: 'command_id' })
  commandId!: string;

  @Column({ type: 'timestamptz', insert: false, update: false })
  at!: Date;
}
