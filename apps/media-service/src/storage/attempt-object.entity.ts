import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An object of a processing attempt that is not published yet. */
@Entity('attempt_objects', { schema: 'media' })
export class AttemptObjectEntity {
  @PrimaryColumn('text', { name: 'object_key' })
  objectKey!: string;

  @Column('uuid', { name: 'trailer_id' })
  trailerId!: string;

  @Column('uuid', { name: 'attempt_id' })
  attemptId!: string;
}
