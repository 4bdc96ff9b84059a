import { setTimeout as delay } from 'node:timers/promises';
import type { PlayedRange } from '@secure-preview/contracts';
import type { BrowserContext } from 'playwright-core';
import type { Script, Step } from './scripts.js';
import { WatchingTab } from './watching-tab.js';

/** Tabs of a visitor who follows a script. */
class Visit {
  readonly plays: PlayedRange[] = [];
  private readonly tabs: WatchingTab[] = [];
  private current = 0;

  constructor(
    private readonly context: BrowserContext,
    private readonly url: string,
  ) {}

  async do(step: Step): Promise<void> {
    if ('tab' in step) this.current = step.tab;
    const tab = await this.tab();
    if ('play' in step) await tab.play(step.play);
    if ('pause' in step) {
      await tab.pause();
      await delay(step.pause * 1000);
    }
    if ('seek' in step) await tab.seek(step.seek);
    if ('press' in step) await tab.seek(step.press);
    if ('page' in step) await tab.setVisibility(step.page);
    if ('reload' in step) await tab.reload();
    if ('line' in step) await this.setLine(tab, step.line);
    if ('end' in step) for (const open of this.tabs) await open.end(step.end);
  }

  private async tab(): Promise<WatchingTab> {
    const open = this.tabs[this.current];
    if (open) return open;
    const tab = await WatchingTab.open(await this.context.newPage(), this.url, this.plays);
    this.tabs[this.current] = tab;
    return tab;
  }

  private async setLine(tab: WatchingTab, line: number | 'lost' | 'normal'): Promise<void> {
    if (typeof line === 'number') await tab.limitLine(line);
    else await this.context.setOffline(line === 'lost');
  }
}

/** Follows a script. Returns the seconds of the trailer that each play had. */
export async function runScript(
  context: BrowserContext,
  url: string,
  script: Script,
): Promise<PlayedRange[]> {
  const visit = new Visit(context, url);
  for (const step of script.steps) await visit.do(step);
  return visit.plays;
}
