import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a marked version be made from the kept upload of an earlier version, without a copy of the upload. */
export class ShareSources1795845600000 implements MigrationInterface {
  name = 'ShareSources1795845600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE media.trailers
        ADD COLUMN shares_source boolean NOT NULL DEFAULT false,
        ADD COLUMN keeps_source boolean NOT NULL DEFAULT true;
      COMMENT ON COLUMN media.trailers.shares_source IS 'Whether it was made from the kept upload of another trailer';
      COMMENT ON COLUMN media.trailers.keeps_source IS
        'Whether the upload must be kept for this trailer. It is released once no trailer keeps it';

      -- The same upload still creates one trailer. The new index precedes the removal of the constraint.
      CREATE UNIQUE INDEX trailers_upload ON media.trailers (source_key) WHERE NOT shares_source;
      ALTER TABLE media.trailers DROP CONSTRAINT trailers_source_key_key;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
