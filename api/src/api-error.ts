import { type ErrorCode, statusOfError } from 'shared-types/api/error';

/** Thrown anywhere below a route to answer `{ code, message }` with the status of the code. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly statusCode: number;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.statusCode = statusOfError[code];
  }
}
