/** Returns ffmpeg's arguments for options that have a value, in order: `{ 'c:v': 'png' }` becomes `-c:v png`. */
export const options = (values: Readonly<Record<string, string | number>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => [`-${name}`, String(value)]);
