/** Result of a check, with a remedy. A warning may become a problem; an error already is one. */
export type Diagnosis =
  | { readonly state: 'ok'; readonly finding: string }
  | { readonly state: 'warning' | 'error'; readonly finding: string; readonly remedy: string };

export const ok = (finding: string): Diagnosis => ({ state: 'ok', finding });
export const warning = (finding: string, remedy: string): Diagnosis => ({
  state: 'warning',
  finding,
  remedy,
});
export const problem = (finding: string, remedy: string): Diagnosis => ({ state: 'error', finding, remedy });

/** Check of one dependency of a process. */
export interface Check {
  readonly name: string;
  run(): Promise<Diagnosis | readonly Diagnosis[]>;
}

/** Clock difference in seconds above which URLs signed for 60 s may be rejected. */
const MAX_SKEW_SECONDS = 30;
const NOTABLE_SKEW_SECONDS = 2;

/** Compares the clock of a server with the local one. @param localMs local time when `serverMs` was read */
export function clockDiagnosis(server: string, serverMs: number, localMs: number): Diagnosis {
  const seconds = Math.abs(serverMs - localMs) / 1000;
  const finding = `the clock of ${server} differs by ${seconds.toFixed(1)} s`;
  const remedy = 'Synchronise the clocks of both hosts by NTP (`timedatectl set-ntp true`).';
  if (seconds > MAX_SKEW_SECONDS) return problem(finding, remedy);
  return seconds > NOTABLE_SKEW_SECONDS ? warning(finding, remedy) : ok(finding);
}
