import { Redis } from 'ioredis';
import { Client } from 'pg';

/** What Redis and Postgres count of themselves. */
export interface ServerCounts {
  redisCommands: number;
  redisBytes: number;
  postgresTransactions: number;
  postgresBytes: number;
  postgresConnections: number;
}

/** Connections to a portal's servers, by which their counts are read. */
export class Servers {
  private constructor(
    private readonly redis: Redis,
    private readonly postgres: Client,
  ) {}

  static async connect(redisUrl: string, postgresUrl: string): Promise<Servers> {
    const postgres = new Client({ connectionString: postgresUrl });
    await postgres.connect();
    return new Servers(new Redis(redisUrl), postgres);
  }

  async read(): Promise<ServerCounts> {
    const info = await this.redis.info();
    const figure = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1]);
    const { rows } = await this.postgres.query<{ transactions: string; bytes: string; connections: string }>(
      `SELECT xact_commit AS transactions, pg_database_size(datname) AS bytes,
              (SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'secure-preview-%') AS connections
       FROM pg_stat_database WHERE datname = current_database()`,
    );
    const [row] = rows;
    return {
      redisCommands: figure('total_commands_processed'),
      redisBytes: figure('used_memory'),
      postgresTransactions: Number(row?.transactions),
      postgresBytes: Number(row?.bytes),
      postgresConnections: Number(row?.connections),
    };
  }

  async close(): Promise<void> {
    this.redis.disconnect();
    await this.postgres.end();
  }
}
