import { jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { SeekSlider } from './seek-slider.js';

describe('the position slider', () => {
  it('ranges from 0 to 100 in steps of 0.1 and announces times', () => {
    render(<SeekSlider time={65} duration={130} seeking={false} onSeek={jest.fn()} onSeekEnd={jest.fn()} />);
    const slider = screen.getByRole('slider', { name: 'Position in the video' });
    expect(slider).toHaveAttribute('min', '0');
    expect(slider).toHaveAttribute('max', '100');
    expect(slider).toHaveAttribute('step', '0.1');
    expect(slider).toHaveValue('50');
    expect(slider).toHaveAttribute('aria-valuetext', '1:05 of 2:10');
  });

  it('stays at the chosen position while it is held, and until the seek ends', () => {
    const [onSeek, onSeekEnd] = [jest.fn(), jest.fn()];
    const sliderAt = (time: number, seeking: boolean) => (
      <SeekSlider time={time} duration={100} seeking={seeking} onSeek={onSeek} onSeekEnd={onSeekEnd} />
    );
    const { rerender } = render(sliderAt(20, false));
    const slider = screen.getByRole('slider');
    fireEvent.input(slider, { target: { value: '80' } });
    expect(slider).toHaveValue('80');
    // The first seek has ended, and the video plays on.
    rerender(sliderAt(80, true));
    rerender(sliderAt(81, false));
    expect(slider).toHaveValue('80');
    fireEvent.input(slider, { target: { value: '90' } });
    rerender(sliderAt(90, false));
    expect(onSeekEnd).not.toHaveBeenCalled();
    rerender(sliderAt(90, true));
    fireEvent.change(slider);
    expect([onSeek.mock.calls, onSeekEnd.mock.calls]).toEqual([[[80], [90]], [[]]]);
    expect(slider).toHaveValue('90');
    expect(slider).toHaveAttribute('aria-valuetext', '1:30 of 1:40');
    rerender(sliderAt(90.5, false));
    expect(slider).toHaveValue('90.5');
  });

  it('is released by the pointer, also where it was', () => {
    const onSeekEnd = jest.fn();
    const sliderAt = (time: number) => (
      <SeekSlider time={time} duration={100} seeking={false} onSeek={jest.fn()} onSeekEnd={onSeekEnd} />
    );
    const { rerender } = render(sliderAt(20));
    const slider = screen.getByRole('slider');
    for (const value of ['80', '20']) fireEvent.input(slider, { target: { value } });
    fireEvent.pointerUp(document.body);
    expect(onSeekEnd).toHaveBeenCalledTimes(1);
    rerender(sliderAt(21));
    expect(slider).toHaveValue('21');
  });
});
