/** Result of a check, and what to do about it. A warning may become a problem; an error does not work. */
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

/** Seconds by which two clocks may differ before addresses that are signed for 60 s are rejected. */
const MAX_SKEW_SECONDS = 30;
const NOTABLE_SKEW_SECONDS = 2;

/** Compares a clock with ours, in milliseconds. @param asked our time when `other` was read */
export function clockDiagnosis(whose: string, other: number, asked: number): Diagnosis {
  const seconds = Math.abs(other - asked) / 1000;
  const finding = `the clock of ${whose} differs by ${seconds.toFixed(1)} s`;
  const remedy = 'Synchronise the clocks of both machines by NTP (`timedatectl set-ntp true`).';
  if (seconds > MAX_SKEW_SECONDS) return problem(finding, remedy);
  return seconds > NOTABLE_SKEW_SECONDS ? warning(finding, remedy) : ok(finding);
}
