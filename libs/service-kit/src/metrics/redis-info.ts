/** Fields of Redis' answer to INFO, by name. */
export const redisInfo = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split('\r\n').flatMap((line) => {
      const at = line.indexOf(':');
      return at < 1 ? [] : [[line.slice(0, at), line.slice(at + 1)] as const];
    }),
  );

/** Bytes that Redis uses, and may use: 0 when it is told no limit. Managed servers, which refuse CONFIG, tell both. */
export function redisMemory(info: ReadonlyMap<string, string>): { used: number; allowed: number } {
  return { used: Number(info.get('used_memory')), allowed: Number(info.get('maxmemory')) };
}
