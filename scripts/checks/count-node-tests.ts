import type { TestEvent } from 'node:test/reporters';

/** A reporter for `node --test`: the totals of the whole run, as JSON. */
export default async function* countNodeTests(events: AsyncIterable<TestEvent>) {
  for await (const { type, data } of events) {
    // There is one summary per file, and one without a file for all of them.
    if (type === 'test:summary' && data.file === undefined) yield JSON.stringify(data.counts);
  }
}
