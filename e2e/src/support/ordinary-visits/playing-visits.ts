import { pause, seek, slider, VISIT_MS } from './actions.js';
import type { OrdinaryVisit } from './recording.js';

/** What visitors do with the player, by the kind of the trace. */
export const playingVisits: Record<string, OrdinaryVisit> = {
  'opened without playing': { run: async ({ visitor: { page } }) => pause(page, VISIT_MS) },
  'watched without seeking': {
    run: async ({ visitor }) => {
      await visitor.watch();
      await pause(visitor.page, VISIT_MS);
    },
  },
  'sought far several times': {
    run: async ({ visitor }) => {
      await visitor.watch();
      for (const share of [0.5, 0.2, 0.9, 0.1, 0.7, 0.35]) {
        await seek(visitor.page, share);
        await pause(visitor.page, 9000);
      }
      await pause(visitor.page, 10_000);
    },
  },
  'sought quickly': {
    run: async ({ visitor }) => {
      await visitor.watch();
      for (const share of [0.5, 0.2, 0.9, 0.1, 0.7, 0.35, 0.6, 0.8]) {
        await seek(visitor.page, share);
        await pause(visitor.page, 1500);
      }
      await pause(visitor.page, 25_000);
    },
  },
  'sought while paused, before the first play': {
    run: async ({ visitor: { page } }) => {
      await slider(page).focus();
      for (const share of [0.3, 0.6, 0.9, 0.05]) {
        await seek(page, share);
        await pause(page, 4000);
      }
      await pause(page, 20_000);
    },
  },
  'dragged the slider': {
    run: async ({ visitor }) => {
      const { page } = visitor;
      await visitor.watch();
      const box = await slider(page).boundingBox();
      if (!box) throw new Error('no slider');
      const y = box.y + box.height / 2;
      await page.mouse.move(box.x + 5, y);
      await page.mouse.down();
      for (let step = 0; step <= 60; step += 1) {
        await page.mouse.move(box.x + 5 + ((box.width - 10) * step) / 60, y);
        await pause(page, 60);
      }
      for (let step = 60; step >= 15; step -= 1) {
        await page.mouse.move(box.x + 5 + ((box.width - 10) * step) / 60, y);
        await pause(page, 60);
      }
      await page.mouse.up();
      await pause(page, 25_000);
    },
  },
  'skipped ahead by keys': {
    run: async ({ visitor }) => {
      const { page } = visitor;
      await visitor.watch();
      for (let press = 0; press < 60; press += 1) {
        await page.keyboard.press('ArrowRight');
        await pause(page, 250);
      }
      await pause(page, 20_000);
    },
  },
  'watched on a slow line': {
    run: async ({ visitor }) => {
      const { page, context } = visitor;
      const session = await context.newCDPSession(page);
      const limits = { offline: false, latency: 300, downloadThroughput: 40_000, uploadThroughput: 20_000 };
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', limits);
      await visitor.watch();
      await seek(page, 0.5);
      await pause(page, 30_000);
      await session.send('Network.emulateNetworkConditions', { ...limits, downloadThroughput: 1_000_000 });
      await pause(page, 40_000);
    },
  },
  'changed the quality': {
    run: async ({ visitor }) => {
      await visitor.watch();
      for (const device of ['narrow', 'desktop', 'phone', 'desktop'] as const) {
        await visitor.resize(device);
        await pause(visitor.page, 10_000);
      }
    },
  },
  'watched in two tabs': {
    run: async ({ visitor, open }) => {
      await visitor.watch();
      const second = await open();
      await second.watch();
      await seek(second.page, 0.6);
      await pause(second.page, VISIT_MS);
    },
  },
  'reloaded and continued': {
    run: async ({ visitor }) => {
      const { page } = visitor;
      await visitor.watch();
      await pause(page, 8000);
      for (let reload = 0; reload < 3; reload += 1) {
        await page.reload();
        await visitor.watch();
        await pause(page, 8000);
      }
    },
  },
};
