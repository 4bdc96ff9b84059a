import { isTimeZone } from '@secure-preview/contracts';
import { listedTimeZones } from './time-zones.js';

it('lists time zones by their present names, which the portal accepts', () => {
  const zones = listedTimeZones();
  expect(zones).toEqual(
    expect.arrayContaining([
      'Asia/Kolkata',
      'Europe/Kyiv',
      'America/Argentina/Buenos_Aires',
      'Europe/Berlin',
    ]),
  );
  expect(zones.filter((zone) => /Calcutta|Kiev|Saigon|Rangoon|Katmandu|Godthab/.test(zone))).toEqual([]);
  expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
  expect(zones).toEqual([...new Set(zones)].toSorted());
});
