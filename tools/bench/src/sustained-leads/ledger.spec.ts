import { judge } from './ledger.js';

it('accepts that each acknowledged lead is stored once', () => {
  expect(judge([1, 2, 3], [3, 1, 2])).toEqual({ lost: 0, doubled: 0, unanswered: 0 });
});
it('reports leads that are missing, stored twice, or stored without an acknowledgement', () => {
  expect(judge([1, 2, 3], [1, 2, 2, 4])).toEqual({ lost: 2, doubled: 1, unanswered: 1 });
});
