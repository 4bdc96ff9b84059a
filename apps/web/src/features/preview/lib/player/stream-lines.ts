/** What a page reads from an event stream (HTML Standard, 9.2.6). Other fields are not used. */
export interface StreamLines {
  /** Data of the events, complete or not. */
  readonly data: string[];
  /** Milliseconds until the page is to reconnect. */
  readonly retryMs?: number;
}

/** Parses the text of an event stream, which arrives in pieces. */
export class StreamParser {
  private rest = '';
  private data: string[] = [];

  /** Returns the events and the delay in the next piece of text. */
  push(text: string): StreamLines {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop() ?? '';
    const events: string[] = [];
    let retryMs: number | undefined;
    for (const line of lines.map((ended) => ended.replace(/\r$/, ''))) {
      const [, field, value = ''] = /^(data|retry):? ?(.*)$/.exec(line) ?? [];
      if (field === 'data') this.data.push(value);
      else if (field === 'retry' && /^\d+$/.test(value)) retryMs = Number(value);
      else if (line === '' && this.data.length > 0) events.push(this.data.splice(0).join('\n'));
    }
    return { data: events, ...(retryMs === undefined ? {} : { retryMs }) };
  }
}
