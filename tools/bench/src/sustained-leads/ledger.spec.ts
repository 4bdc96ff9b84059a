import { judge } from './ledger.js';

it('finds nothing wrong where each acknowledged lead is kept once', () => {
  expect(judge([1, 2, 3], [3, 1, 2])).toEqual({ lost: 0, doubled: 0, unanswered: 0 });
});
it('tells what is missing, double, or kept without an answer', () => {
  expect(judge([1, 2, 3], [1, 2, 2, 4])).toEqual({ lost: 2, doubled: 1, unanswered: 1 });
});
