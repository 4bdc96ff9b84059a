import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Trailers that were replaced are known by when they were, and end as `expired` once their objects are gone. */
export class Versions1700000000003 implements MigrationInterface {
  name = 'Versions1700000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE trailer
        DROP CONSTRAINT trailer_status_check,
        ADD CONSTRAINT trailer_status_check CHECK (status IN ('processing', 'ready', 'failed', 'expired')),
        ADD COLUMN unused_since timestamptz,
        ADD CHECK (unused_since IS NULL OR status = 'ready');
      COMMENT ON COLUMN trailer.unused_since IS 'Since when it could be shown and is not the one that is';
      CREATE INDEX trailer_unused ON trailer (unused_since) WHERE unused_since IS NOT NULL;

      UPDATE trailer SET unused_since = clock_timestamp()
      WHERE status = 'ready' AND id NOT IN (SELECT trailer_id FROM active_trailer);

      -- Kept by the database itself: several programs move the pointer, and none may forget it.
      CREATE FUNCTION note_status() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF NEW.status <> 'ready' THEN
          NEW.unused_since := NULL;
        ELSIF OLD.status <> 'ready' AND NOT EXISTS (SELECT FROM active_trailer WHERE trailer_id = NEW.id) THEN
          NEW.unused_since := clock_timestamp();
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER trailer_status BEFORE UPDATE OF status ON trailer
        FOR EACH ROW EXECUTE FUNCTION note_status();

      CREATE FUNCTION note_pointer() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN
          UPDATE trailer SET unused_since = clock_timestamp()
          WHERE id = OLD.trailer_id AND status = 'ready' AND unused_since IS NULL;
        END IF;
        IF TG_OP <> 'DELETE' THEN
          UPDATE trailer SET unused_since = NULL WHERE id = NEW.trailer_id AND unused_since IS NOT NULL;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER active_trailer_pointer AFTER INSERT OR UPDATE OR DELETE ON active_trailer
        FOR EACH ROW EXECUTE FUNCTION note_pointer();
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
