import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The entities describe tables and columns. */
export class CreateInvitations1795596060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INVITATIONS);
    await runner.query(IMPORTS);
    await runner.query(GRANTS);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

const INVITATIONS = `
  CREATE TABLE auth.invitations (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    email_key text NOT NULL UNIQUE,
    email text NOT NULL,
    name text,
    search_text text NOT NULL,
    language text NOT NULL,
    message text NOT NULL,
    starts_at timestamptz,
    ends_at timestamptz,
    generation integer NOT NULL DEFAULT 1 CHECK (generation > 0),
    mail_number integer NOT NULL DEFAULT 0,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    revoked_at timestamptz,
    opened_at timestamptz,
    was_used boolean NOT NULL DEFAULT false
  );
  CREATE INDEX invitations_used ON auth.invitations (id) WHERE was_used;

  CREATE TABLE auth.invitation_changes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    command_id uuid NOT NULL,
    invitation_id uuid NOT NULL REFERENCES auth.invitations,
    action text NOT NULL,
    ends_at timestamptz,
    by_session uuid,
    by_name text,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    UNIQUE (command_id, invitation_id)
  );`;

const IMPORTS = `
  CREATE TABLE auth.imports (
    id uuid PRIMARY KEY,
    invited integer,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE TABLE auth.import_rows (
    import_id uuid NOT NULL,
    line integer NOT NULL,
    email_key text,
    email text NOT NULL,
    name text NOT NULL,
    outcome text NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (import_id, line)
  );
  CREATE INDEX import_rows_added ON auth.import_rows (at);`;

/** The application cannot delete invitations, or change rows of invitation_changes and imports. */
const GRANTS = `
  DO $$ DECLARE app text := current_setting('portal.app_role'); BEGIN
    EXECUTE format('GRANT SELECT,
      INSERT (email_key, email, name, search_text, language, message, starts_at, ends_at, mail_number),
      UPDATE (email, name, search_text, language, message, starts_at, ends_at, generation, mail_number, version,
        revoked_at, opened_at, was_used) ON auth.invitations TO %I', app);
    EXECUTE format('GRANT SELECT, INSERT (command_id, invitation_id, action, ends_at, by_session, by_name)
      ON auth.invitation_changes TO %I', app);
    EXECUTE format('GRANT SELECT, INSERT (id, invited) ON auth.imports TO %I', app);
    EXECUTE format('GRANT SELECT, DELETE, INSERT (import_id, line, email_key, email, name, outcome)
      ON auth.import_rows TO %I', app);
  END $$;`;
