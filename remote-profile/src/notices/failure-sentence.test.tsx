import { ApiError } from '@kargo/shared-runtime/api-client';
import { NotSent } from '@kargo/shared-ui/NotSent';
import { NothingSentError } from '@kargo/shared-ui/send-now';
import { failureSentence } from './failure-sentence.tsx';

const failure = (status: number | null, retryAfterS: number | null = null) =>
  new ApiError(
    { status, code: null, serverMessage: null, retryAfterS, reference: null },
    undefined,
  );

const sentenceFor = (...response: Parameters<typeof failure>) =>
  failureSentence(failure(...response), 'upload');

test('it claims that nothing was sent only if the browser was offline before', () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(sentenceFor(null)).toMatch(/^The upload didn't finish\./);
  expect(failureSentence(failure(null), 'request')).toBeNull();
  const unsent = new NothingSentError();
  expect(failureSentence(unsent, 'upload')).toEqual(<NotSent hasEntries />);
  expect(failureSentence(unsent, 'request')).toEqual(<NotSent hasEntries={false} />);
});

test('after too many attempts, it says how long to wait if the server did', () => {
  expect(sentenceFor(429)).toBe('Too many attempts. Wait a few minutes, then try again.');
  expect(sentenceFor(429, 30)).toBe('Too many attempts. Try again in 30 seconds.');
});

test.each([500, 503])('%d is our fault', (status) => {
  expect(sentenceFor(status)).toBe(
    'Something went wrong on our side. Please try again in a moment.',
  );
});

test('there is nothing to add to a refusal, nor to an error of our own', () => {
  expect(sentenceFor(422)).toBeNull();
  expect(failureSentence(new Error('x'), 'upload')).toBeNull();
});
