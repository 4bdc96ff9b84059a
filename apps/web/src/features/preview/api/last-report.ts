/** Milliseconds to wait for the last reports. Exit must also work without a network. */
const DEADLINE_MS = 3000;

/** Sends a player's watch report. Resolves when the server has stored it. */
type SendReport = () => Promise<void> | void;

const lastReports = new Set<SendReport>();

/** Registers a player's report for the end of the session. Returns a function that removes it. */
export function addLastReport(sendReport: SendReport): () => void {
  lastReports.add(sendReport);
  return () => lastReports.delete(sendReport);
}

/** Sends the reports of all players before the session ends. Resolves when they are stored, or after 3 s. */
export async function sendLastReports(): Promise<void> {
  const reports = Promise.allSettled([...lastReports].map(async (sendReport) => sendReport()));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise((resolve) => {
    timer = setTimeout(resolve, DEADLINE_MS);
  });
  await Promise.race([reports, deadline]);
  clearTimeout(timer);
}
