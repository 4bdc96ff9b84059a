import type { Browser } from '@playwright/test';
import { Visitor } from '../browser.js';
import { type Client, enterAsViewer } from '../client.js';
import type { TestPortal } from '../portal.js';
import { ReportRecorder, type TracedPause, type VisitTrace } from '../visit-trace.js';
import { type OrdinaryVisit, WIFI } from './recording.js';

const PEOPLE: readonly string[] = ['ada', 'grace', 'mary', 'emmy'];
const RECORDED = 'in headless Chromium: all deliveries, with the addresses that a proxy named, and reports';

/** A visit of one or more leads in Chromium. Their requests come from an address that may change. */
export class RecordedVisit {
  private readonly leads: { readonly name: string; readonly person: string; readonly client: Client }[] = [];
  private readonly reports = new ReportRecorder();
  private readonly visitors: Visitor[] = [];
  private address = WIFI;
  private pause: TracedPause | undefined;

  constructor(
    private readonly portal: TestPortal,
    private readonly browser: Browser,
    /** Begins the names of its leads. */
    private readonly title: string,
  ) {}

  /** Follows a visit, and returns its trace. */
  async record(kind: string, { run, derived = 'nothing', isProved }: OrdinaryVisit): Promise<VisitTrace> {
    const visitor = await this.enter();
    const [first] = this.leads;
    if (!first) throw new Error('nobody has entered');
    await run({
      visitor,
      open: () => this.open(first.client),
      arrive: (whose) => this.enter(whose === 'same person' ? first.person : undefined),
      moveTo: (address) => {
        this.address = address;
      },
      prolong: (ms) => {
        this.pause = { at: Date.now(), ms };
      },
    });
    for (const opened of this.visitors) await opened.leave();
    const recorded = await Promise.all(
      this.leads.map(({ name, person }) => this.reports.session(this.portal, name, isProved ? person : null)),
    );
    const start = Math.min(...recorded.map(({ startedAt }) => startedAt));
    const since = (at: number) => Math.round(at - start);
    return {
      kind,
      recorded: `on ${new Date().toISOString().slice(0, 10)} ${RECORDED}`,
      derived,
      pause: this.pause ? { at: since(this.pause.at), ms: this.pause.ms } : null,
      sessions: recorded.map((session) => session.tracedSince(start)),
      endedAt: since(Date.now()),
    };
  }

  /** Enters as another lead. */
  private async enter(person = PEOPLE[this.leads.length]): Promise<Visitor> {
    if (!person) throw new Error('too many people');
    const name = `${this.title}, lead ${this.leads.length}`;
    const client = await enterAsViewer(this.portal.url, name);
    this.leads.push({ name, person, client });
    return this.open(client);
  }

  private async open(client: Client): Promise<Visitor> {
    const { url } = this.portal;
    // A small window, because drawing a large one takes most of the CPU of a visit.
    const visitor = await Visitor.arrive(this.browser, url, { as: client, device: 'enlarged', path: null });
    this.visitors.push(visitor);
    this.reports.follow(visitor.page);
    await visitor.page.route(`${url}/api/**`, (route) =>
      route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': this.address } }),
    );
    await visitor.page.goto(url);
    await visitor.page.locator('.player > .watermark').waitFor();
    return visitor;
  }
}
