import type { Client } from 'pg';

/** Functions that create large objects, which belong to no table. Postgres allows them to everybody. */
const CREATE_LARGE_OBJECTS = 'lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea)';

/**
 * Takes from PUBLIC what Postgres gives it in a new database and no process needs: temporary tables and large objects,
 * which any role could fill the disk with. Only the owner of the database may do the first, and only the owner of the
 * functions, as a rule a superuser, the second; other admins leave them as they are.
 */
export async function restrictPublic(admin: Client): Promise<void> {
  await admin.query(`DO $$ BEGIN
    IF (SELECT pg_has_role(datdba, 'USAGE') FROM pg_database WHERE datname = current_database()) THEN
      EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
    END IF;
    IF (SELECT pg_has_role(proowner, 'USAGE') FROM pg_proc WHERE oid = 'lo_create(oid)'::regprocedure) THEN
      REVOKE EXECUTE ON FUNCTION ${CREATE_LARGE_OBJECTS} FROM PUBLIC;
    END IF;
  END $$`);
}
