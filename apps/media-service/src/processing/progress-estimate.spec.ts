import { ProgressEstimate } from './progress-estimate.js';

const plan = [
  { step: 'download', weight: 10 },
  { step: 'encode', weight: 60 },
  { step: 'encode', weight: 30 },
];

it('estimates nothing before the first stage', () => {
  const estimate = new ProgressEstimate();
  estimate.plan(plan);
  expect(estimate.at(0)).toBeUndefined();
});

it('counts completed work, and estimates the remaining time by the encoding speed', () => {
  const estimate = new ProgressEstimate();
  estimate.plan(plan);
  estimate.begin('download', 0);
  estimate.report(0.5);
  expect(estimate.at(9000)).toEqual({ step: 'download', percent: 5, secondsLeft: null });
  estimate.begin('encode', 10_000);
  expect(estimate.at(11_000)).toEqual({ step: 'encode', percent: 10, secondsLeft: null });
  estimate.report(0.5);
  expect(estimate.at(40_000)).toEqual({ step: 'encode', percent: 40, secondsLeft: 60 });
  estimate.begin('encode', 70_000);
  expect(estimate.at(70_000)).toEqual({ step: 'encode', percent: 70, secondsLeft: 30 });
});

it('moves neither backwards within a stage nor beyond the end', () => {
  const estimate = new ProgressEstimate();
  estimate.plan([{ step: 'encode', weight: 1 }]);
  estimate.begin('encode', 0);
  estimate.report(0.6);
  estimate.report(0.4);
  expect(estimate.at(0)?.percent).toBe(60);
  estimate.report(2);
  expect(estimate.at(0)?.percent).toBe(99.9);
});

it('begins after the completed stages, and keeps the current stage when the plan changes', () => {
  const estimate = new ProgressEstimate();
  estimate.plan([
    { step: 'encode', weight: 50, done: true },
    { step: 'probe', weight: 50 },
  ]);
  estimate.begin('probe', 0);
  estimate.plan([
    { step: 'encode', weight: 30, done: true },
    { step: 'probe', weight: 10 },
    { step: 'encode', weight: 60 },
  ]);
  expect(estimate.at(0)).toMatchObject({ step: 'probe', percent: 30 });
  estimate.begin('encode', 0);
  expect(estimate.at(0)).toMatchObject({ step: 'encode', percent: 40 });
});
