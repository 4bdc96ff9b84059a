import { parseTraceparent, traceparentOf, unrecordedTrace } from './trace-context.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('a traceparent header', () => {
  it('is parsed as W3C Trace Context defines it', () => {
    expect(parseTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual({
      traceId: TRACE,
      spanId: SPAN,
      sampled: true,
    });
    expect(parseTraceparent(`00-${TRACE}-${SPAN}-00`)?.sampled).toBe(false);
    expect(parseTraceparent(`cc-${TRACE}-${SPAN}-03-more`)?.sampled).toBe(true);
  });

  it.each([
    undefined,
    '',
    'somebody@example.com',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01x`,
    ` 00-${TRACE}-${SPAN}-01`,
  ])('is ignored when it is %j', (header) => {
    expect(parseTraceparent(header)).toBeUndefined();
  });

  it('is created for requests whose trace is not recorded', () => {
    const trace = unrecordedTrace();
    expect(parseTraceparent(traceparentOf(trace))).toEqual(trace);
    expect(trace.sampled).toBe(false);
    expect(unrecordedTrace().traceId).not.toBe(trace.traceId);
  });
});
