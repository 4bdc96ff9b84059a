import { readFile, writeFile } from 'node:fs/promises';

/** Joins files, such as an initialisation segment and those that follow it. */
export async function joinFiles(paths: readonly string[], file: string): Promise<void> {
  await writeFile(file, Buffer.concat(await Promise.all(paths.map((path) => readFile(path)))));
}
