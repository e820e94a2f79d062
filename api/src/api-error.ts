import { type ErrorCode, statusOfError } from '@kargo/shared-types/api/error';

/** Thrown anywhere in a route to respond with `{ code, message }` and the status of the code. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly statusCode: number;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.statusCode = statusOfError[code];
  }
}
