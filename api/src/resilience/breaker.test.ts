import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isBrokenCircuitError, TaskCancelledError } from 'cockatiel';
import { openBreaker } from './breaker.ts';

/** A guarded dependency that hangs, with a mock clock. */
function startDependency(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date'] });
  const states: string[] = [];
  const guard = openBreaker((state) => states.push(state));
  const dependency = {
    states,
    asked: 0,
    async answer(): Promise<string> {
      throw new TaskCancelledError('It hangs');
    },
    call: () =>
      guard(() => {
        dependency.asked += 1;
        return dependency.answer();
      }),
    async fail(times: number) {
      for (let time = 0; time < times; time += 1) await assert.rejects(dependency.call());
    },
    pass: (milliseconds: number) => t.mock.timers.tick(milliseconds),
  };
  return dependency;
}

test('after five calls to a dependency that hangs, calls fail immediately', async (t) => {
  const dependency = startDependency(t);
  await dependency.fail(20);
  assert.equal(dependency.asked, 5);
  await assert.rejects(dependency.call(), isBrokenCircuitError);
  assert.deepEqual(dependency.states, ['Open']);
});

test('successful calls in between do not hide that most fail', async (t) => {
  const dependency = startDependency(t);
  const hang = dependency.answer;
  for (let call = 0; call < 30; call += 1) {
    dependency.answer = call % 3 === 0 ? async () => 'answer' : hang;
    await dependency.call().catch(() => {});
  }
  assert.deepEqual(dependency.states, ['Open']);
});

for (const [what, error] of [
  ['refuses what it was sent', new Error('wrong token')],
  ['quotes an error of a network', new Error('making request: connect ECONNREFUSED, TimeoutError')],
  ['does not know what it was asked for', Object.assign(new Error(), { code: 'ENOENT' })],
  ['answers 403', Object.assign(new Error(), { $metadata: { httpStatusCode: 403 } })],
] as const) {
  test(`a dependency that ${what} is still called`, async (t) => {
    const dependency = startDependency(t);
    dependency.answer = () => Promise.reject(error);
    await dependency.fail(20);
    assert.equal(dependency.asked, 20);
    assert.deepEqual(dependency.states, []);
  });
}

for (const [what, error] of [
  ['is not there', Object.assign(new Error(), { code: 'ECONNREFUSED' })],
  ['answers 503', Object.assign(new Error(), { $metadata: { httpStatusCode: 503 } })],
] as const) {
  test(`a dependency that ${what} is not called`, async (t) => {
    const dependency = startDependency(t);
    dependency.answer = () => Promise.reject(new Error('of a library', { cause: error }));
    await dependency.fail(20);
    assert.equal(dependency.asked, 5);
  });
}

test('after a pause one call is let through, and others are refused until it has a response', async (t) => {
  const dependency = startDependency(t);
  await dependency.fail(5);
  dependency.pass(5000);
  const { promise, reject } = Promise.withResolvers<string>();
  dependency.answer = () => promise;

  const trial = dependency.call();
  const others = await Promise.allSettled(Array.from({ length: 50 }, dependency.call));
  assert.equal(dependency.asked, 6);
  for (const { status, reason } of others as PromiseRejectedResult[]) {
    assert.equal(status, 'rejected');
    assert.ok(isBrokenCircuitError(reason));
  }

  reject(new TaskCancelledError('It still hangs'));
  await assert.rejects(trial, TaskCancelledError);
  await assert.rejects(dependency.call(), isBrokenCircuitError);
  assert.equal(dependency.asked, 6);
  assert.deepEqual(dependency.states, ['Open', 'HalfOpen', 'Open']);
});

test('all calls are let through once that call has succeeded', async (t) => {
  const dependency = startDependency(t);
  await dependency.fail(5);
  dependency.answer = async () => 'answer';
  dependency.pass(5000);
  assert.equal(await dependency.call(), 'answer');
  assert.deepEqual(await Promise.all([dependency.call(), dependency.call()]), ['answer', 'answer']);
  assert.deepEqual(dependency.states, ['Open', 'HalfOpen', 'Closed']);
});
