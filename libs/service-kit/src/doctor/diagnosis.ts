/** What a check found: all is well, something may become a problem, or something does not work; and what to do. */
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

/** One thing that a process depends on. */
export interface Check {
  readonly name: string;
  run(): Promise<Diagnosis | readonly Diagnosis[]>;
}

/** Seconds by which two clocks may differ before addresses that are signed for 60 s are refused. */
const MAX_SKEW_SECONDS = 30;
const NOTABLE_SKEW_SECONDS = 2;

/** @param other what the other clock said, in milliseconds, about as long ago as `asked` */
export function clockDiagnosis(whose: string, other: number, asked: number): Diagnosis {
  const seconds = Math.abs(other - asked) / 1000;
  const finding = `the clock of ${whose} differs by ${seconds.toFixed(1)} s`;
  const remedy = 'Have both machines keep time by NTP (`timedatectl set-ntp true`).';
  if (seconds > MAX_SKEW_SECONDS) return problem(finding, remedy);
  return seconds > NOTABLE_SKEW_SECONDS ? warning(finding, remedy) : ok(finding);
}
