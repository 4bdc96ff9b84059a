import { readFileSync } from 'node:fs';
import { startObjectStore } from './object-store.js';

/** Returns a value from `NAME`, or from the file that `NAME_FILE` names, as with container secrets. */
function secret(name: string): string {
  const file = process.env[`${name}_FILE`];
  const value = process.env[name] || (file && readFileSync(file, 'utf8').trim());
  return value || required(name);
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error('OBJECT_STORE_PORT must be 0 to 65535');
  return port;
}

try {
  const store = await startObjectStore({
    dataDir: required('OBJECT_STORE_DATA_DIR'),
    host: process.env['OBJECT_STORE_HOST'] || '127.0.0.1',
    port: portNumber(process.env['OBJECT_STORE_PORT'] || '0'),
    accessKeyId: secret('S3_ACCESS_KEY_ID'),
    secretAccessKey: secret('S3_SECRET_ACCESS_KEY'),
    region: process.env['S3_REGION'] || 'us-east-1',
    logger: { error: (details, message) => console.error(message, details) },
  });

  let closing = false;
  const stop = async () => {
    if (closing) return;
    closing = true;
    await store.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  console.log(`object store listening on ${store.url}`);
} catch (error) {
  console.error(`object store cannot start: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
