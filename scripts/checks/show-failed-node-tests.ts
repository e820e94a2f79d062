import { Readable } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';

/** A reporter for `node --test`: what failed and what was written to stderr, nothing else. */
export default async function* showFailedNodeTests(events: AsyncIterable<TestEvent>) {
  yield* Readable.from(failures(events)).pipe(new spec());
}

async function* failures(events: AsyncIterable<TestEvent>) {
  for await (const event of events) {
    if (event.type === 'test:fail' || event.type === 'test:stderr') yield event;
  }
}
