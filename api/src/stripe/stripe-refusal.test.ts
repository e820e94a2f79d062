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

test("Stripe's messages about the person concern the details", () => {
  const error = invalid('individual[dob][day]');
  assert.ok(error instanceof ApiError);
  assert.equal(error.code, 'payout_details_refused');
  assert.equal(error.message, 'Stripe did not accept these details: No.');
});

test("Stripe's messages about the file concern the document", () => {
  const error = invalid('file');
  assert.ok(error instanceof ApiError);
  assert.equal(error.code, 'document_unreadable');
  assert.equal(error.message, 'Stripe did not accept this document: No.');
});

test("errors that a driver cannot correct are not shown in Stripe's words", () => {
  for (const error of [
    invalid('capabilities'),
    toApiError(new StripeAPIError({ type: 'api_error', message: 'No.' })),
  ]) {
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, 'unavailable');
    assert.doesNotMatch(error.message, /No\./);
  }
});

test("the log gives advice by Stripe's code, or else by the kind of request", () => {
  const advised = (code?: string, statusCode = 400) => {
    const raw = {
      type: 'invalid_request_error',
      message: 'No.',
      statusCode,
      ...(code && { code }),
    };
    const error = toApiError(new StripeInvalidRequestError(raw as never), 'Ask for approval.');
    assert.ok(error instanceof ApiError && error.cause instanceof Error);
    return error.cause.message;
  };
  assert.match(advised(), /, no code, .*\. Ask for approval\.$/);
  assert.match(
    advised('country_unsupported'),
    /country_unsupported, .*\. Allow accounts in the US/,
  );
  assert.match(advised('url_invalid'), /\. SITE_URL has to begin with https/);
  assert.match(advised('parameter_unknown'), /\. Stripe's dashboard has the reason/);
  assert.match(advised(undefined, 404), /request none$/);
});
