import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Stripe } from 'stripe';
import { ApiError } from '../api-error.ts';
import { toApiError } from './stripe-refusal.ts';

const { StripeInvalidRequestError, StripeAPIError } = Stripe.errors;

const invalid = (param: string) =>
  toApiError(
    new StripeInvalidRequestError({ type: 'invalid_request_error', param, message: 'No.' }),
  );

test('what Stripe says of the person is said of the details', () => {
  const error = invalid('individual[dob][day]');
  assert.ok(error instanceof ApiError);
  assert.equal(error.code, 'payout_details_refused');
  assert.equal(error.message, 'Stripe did not accept these details: No.');
});

test('what Stripe says of the file is said of the document', () => {
  const error = invalid('file');
  assert.ok(error instanceof ApiError);
  assert.equal(error.code, 'document_unreadable');
  assert.equal(error.message, 'Stripe did not accept this document: No.');
});

test('what the driver cannot help is not said in the words of Stripe', () => {
  for (const error of [
    invalid('capabilities'),
    toApiError(new StripeAPIError({ type: 'api_error', message: 'No.' })),
  ]) {
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, 'unavailable');
    assert.doesNotMatch(error.message, /No\./);
  }
});
