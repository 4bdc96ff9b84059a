import type { MediaServers } from './media-servers.js';

/** Makes the database mark every trailer that is accepted from then on, in segments of half a second. */
export async function markAll(servers: MediaServers): Promise<void> {
  await servers.withAdmin((admin) =>
    admin.query(`
      CREATE FUNCTION media.mark_all() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.mark_segment_seconds := 0.5; RETURN NEW; END $$;
      CREATE TRIGGER mark_all BEFORE INSERT ON media.trailers FOR EACH ROW EXECUTE FUNCTION media.mark_all();
    `),
  );
}
