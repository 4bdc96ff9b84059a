import { compareLeads } from './ledger.js';

it('accepts that each acknowledged lead is stored once', () => {
  expect(compareLeads([1, 2, 3], [3, 1, 2])).toEqual({ lost: 0, duplicated: 0, unacknowledged: 0 });
});
it('reports leads that are missing, stored twice, or stored without an acknowledgement', () => {
  expect(compareLeads([1, 2, 3], [1, 2, 2, 4])).toEqual({ lost: 2, duplicated: 1, unacknowledged: 1 });
});
