import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A lead whose session has had the uploader's level. It counts in no figure. Never changed. */
@Entity('staff_leads', { schema: 'analytics' })
export class StaffLeadEntity {
  @PrimaryColumn('uuid', { name: 'lead_id' })
  leadId!: string;

  @Column({ type: 'timestamptz', insert: false, update: false })
  at!: Date;
}
