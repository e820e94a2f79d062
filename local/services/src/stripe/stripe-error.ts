/** An error in Stripe's format (https://docs.stripe.com/api/errors). */
export class StripeError extends Error {
  readonly status: number;
  readonly details: { type: string; code?: string; param?: string };

  constructor(status: number, message: string, details: Partial<StripeError['details']> = {}) {
    super(message);
    this.status = status;
    this.details = { type: 'invalid_request_error', ...details };
  }

  toBody() {
    return { error: { message: this.message, ...this.details } };
  }
}

/** Returns the error for a missing, unknown or invalid parameter. */
export function invalid(param: string, message: string, code?: string): StripeError {
  return new StripeError(400, message, { param, ...(code && { code }) });
}
