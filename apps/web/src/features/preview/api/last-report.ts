/** Milliseconds that leaving waits for the last reports: Exit must work without a network. */
const DEADLINE_MS = 3000;

/** Sends what a player has played; resolves when the server has stored it. */
type Report = () => Promise<void> | void;

const players = new Set<Report>();

/** Adds a player; returns a function that removes it. */
export function addLastReport(report: Report): () => void {
  players.add(report);
  return () => players.delete(report);
}

/**
 * Reports what all players have played, before the session ends. Resolves when it is stored, after 3 s at the
 * latest.
 */
export async function sendLastReports(): Promise<void> {
  const reports = Promise.allSettled([...players].map(async (report) => report()));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise((resolve) => {
    timer = setTimeout(resolve, DEADLINE_MS);
  });
  await Promise.race([reports, deadline]);
  clearTimeout(timer);
}
