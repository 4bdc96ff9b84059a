import { changeNetwork, hide, pause, seek, setPaused, VISIT_MS } from './actions.js';
import { type OrdinaryVisit, WIFI } from './recording.js';

/** Milliseconds of a pause that replays prolong to a night. */
const PAUSE_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
const MOBILE = '198.51.100.20';

/** Visits in the background, in several sessions or networks, or on two days, by the kind of the trace. */
export const otherVisits: Record<string, OrdinaryVisit> = {
  'watched in a background tab': {
    derived: 'that the page is hidden: a script says so, and timers are not slower',
    run: async ({ visitor }) => {
      await visitor.watch();
      await pause(visitor.page, 10_000);
      const show = await hide(visitor.page);
      await pause(visitor.page, 2 * VISIT_MS);
      await show();
      await pause(visitor.page, 15_000);
    },
  },
  'watched in an office network': {
    derived: 'that each person has proved the e-mail address',
    isProved: true,
    run: async ({ visitor, arrive }) => {
      const others = [
        await arrive('other person'),
        await arrive('other person'),
        await arrive('other person'),
      ];
      for (const other of [visitor, ...others]) await other.watch();
      for (const [index, other] of others.entries()) await seek(other.page, 0.25 * (index + 1));
      await pause(visitor.page, VISIT_MS);
    },
  },
  'watched on two devices': {
    derived: 'that the person has proved the e-mail address',
    isProved: true,
    run: async ({ visitor, arrive }) => {
      await visitor.watch();
      const second = await arrive('same person');
      await second.watch();
      await seek(second.page, 0.5);
      await pause(visitor.page, VISIT_MS);
    },
  },
  'moved from Wi-Fi to mobile': {
    run: async (recording) => {
      const { visitor } = recording;
      await visitor.watch();
      await pause(visitor.page, 20_000);
      await changeNetwork(recording, MOBILE);
      await pause(visitor.page, VISIT_MS);
    },
  },
  'came back to the Wi-Fi hours later': {
    derived: 'three hours before the return',
    flagUnlessDerived: 'twoNetworks',
    run: async (recording) => {
      const { page } = recording.visitor;
      await recording.visitor.watch();
      await pause(page, 10_000);
      await changeNetwork(recording, MOBILE);
      await seek(page, 0.5);
      await pause(page, 15_000);
      await setPaused(page, true);
      await pause(page, 10_000);
      recording.prolong(3 * HOUR_MS);
      await changeNetwork(recording, WIFI);
      await setPaused(page, false);
      await seek(page, 0.2);
      await pause(page, 15_000);
    },
  },
  'paused overnight': {
    derived: 'nine more hours in a pause of five minutes, and that the page is hidden',
    run: async ({ visitor, prolong }) => {
      const { page } = visitor;
      await visitor.watch();
      await pause(page, 15_000);
      await setPaused(page, true);
      const show = await hide(page);
      await pause(page, PAUSE_MS);
      prolong(9 * HOUR_MS);
      await show();
      await setPaused(page, false);
      await pause(page, VISIT_MS);
    },
  },
};
