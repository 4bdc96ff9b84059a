import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a person watched of a trailer: the union over its leads, without those of staff. */
@Entity('person_watched', { schema: 'analytics' })
export class PersonWatchedEntity {
  @PrimaryColumn('uuid', { name: 'trailer_id' })
  trailerId!: string;

  @PrimaryColumn('uuid', { name: 'person_id' })
  personId!: string;

  /** Null if unknown. */
  @Column('double precision', { name: 'trailer_seconds', nullable: true })
  trailerSeconds!: number | null;

  /** Milliseconds of the trailer. */
  @Column('int4multirange')
  played!: string;

  /** Computed by Postgres. */
  @Column({ type: 'double precision', name: 'watched_seconds', insert: false, update: false })
  watchedSeconds!: number;

  /** 0 to 1; null if the length is unknown. Computed by Postgres. */
  @Column({ type: 'double precision', name: 'watched_share', nullable: true, insert: false, update: false })
  watchedShare!: number | null;

  @Column('timestamptz', { name: 'last_at' })
  lastAt!: Date;
}
