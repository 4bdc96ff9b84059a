/** Parses the reply of Redis to INFO into fields by name. */
export const redisInfo = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split('\r\n').flatMap((line) => {
      const at = line.indexOf(':');
      return at < 1 ? [] : [[line.slice(0, at), line.slice(at + 1)] as const];
    }),
  );

/** Returns the used and allowed bytes; allowed 0 means no limit. Managed servers report both only in INFO. */
export function redisMemory(info: ReadonlyMap<string, string>): { used: number; allowed: number } {
  return { used: Number(info.get('used_memory')), allowed: Number(info.get('maxmemory')) };
}
