interface ProgressBarProps {
  label: string;
  /** 0 to 100. */
  percent: number;
}

/** Shows the progress of a task. */
export function ProgressBar({ label, percent }: ProgressBarProps) {
  const value = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <progress
      aria-label={label}
      max={100}
      value={value}
      className="control h-1.5 w-full appearance-none overflow-hidden rounded-full bg-white/12 [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-primary [&::-webkit-progress-value]:transition-[inline-size] [&::-webkit-progress-value]:duration-500"
    />
  );
}
