import { selectRows } from '@secure-preview/embedded';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { z } from 'zod';

/** Counters of both Redis servers together, and of Postgres. */
export interface ServerCounts {
  redisCommands: number;
  redisBytes: number;
  postgresTransactions: number;
  postgresBytes: number;
  postgresConnections: number;
}

/** Connections to the servers of a portal for reading their counters. */
export class Servers {
  private constructor(
    private readonly redis: readonly Redis[],
    private readonly postgres: Client,
  ) {}

  static async connect(redisUrls: readonly string[], postgresUrl: string): Promise<Servers> {
    const postgres = new Client({ connectionString: postgresUrl });
    await postgres.connect();
    return new Servers(
      redisUrls.map((url) => new Redis(url)),
      postgres,
    );
  }

  async read(): Promise<ServerCounts> {
    const infos = await Promise.all(this.redis.map((redis) => redis.info()));
    const sumOf = (name: string) =>
      infos.reduce((sum, info) => sum + Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1]), 0);
    const [row] = await selectRows(
      this.postgres,
      z.object({ transactions: z.string(), bytes: z.string(), connections: z.string() }),
      `SELECT xact_commit AS transactions, pg_database_size(datname) AS bytes,
              (SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'secure-preview-%') AS connections
       FROM pg_stat_database WHERE datname = current_database()`,
    );
    return {
      redisCommands: sumOf('total_commands_processed'),
      redisBytes: sumOf('used_memory'),
      postgresTransactions: Number(row?.transactions),
      postgresBytes: Number(row?.bytes),
      postgresConnections: Number(row?.connections),
    };
  }

  async close(): Promise<void> {
    for (const redis of this.redis) redis.disconnect();
    await this.postgres.end();
  }
}
