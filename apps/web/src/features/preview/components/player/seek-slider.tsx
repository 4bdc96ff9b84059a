import type { CSSProperties } from 'react';
import { playerLimits } from '../../../../lib/constants.js';
import { formatTime } from '../../../../lib/time-format.js';
import { messages } from '../../../../messages/index.js';

const { min, max, step } = playerLimits.slider;

interface SeekSliderProps {
  /** Seconds. */
  time: number;
  /** Seconds; 0 until known. */
  duration: number;
  onSeek: (percent: number) => void;
}

/** Position in the video, 0 to 100 in steps of 0.1 (spec section 5). */
export function SeekSlider({ time, duration, onSeek }: SeekSliderProps) {
  const percent = duration > 0 ? Math.min(max, (time / duration) * max) : 0;
  return (
    <input
      type="range"
      min={min}
      max={max}
      step={step}
      value={Math.round(percent / step) * step}
      disabled={duration === 0}
      onChange={(event) => onSeek(event.target.valueAsNumber)}
      aria-label={messages.player.seek}
      aria-valuetext={messages.player.position(formatTime(time), formatTime(duration))}
      style={{ '--percent': `${percent}%` } as CSSProperties}
      className="seek"
    />
  );
}
