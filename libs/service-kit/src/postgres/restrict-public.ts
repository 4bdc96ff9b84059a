import type { Client } from 'pg';

/** Functions that create large objects, which belong to no table. By default, every role may call them. */
const CREATE_LARGE_OBJECTS = 'lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea)';

/**
 * Revokes the default rights of PUBLIC to create temporary tables and large objects, with which any role could
 * fill the disk. Only the owner of the database may revoke the first right. Only the owner of the functions,
 * usually a superuser, may revoke the second. A right that the admin may not revoke remains.
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
