import { maxUploadFormBytes } from 'shared-types/limits';

// What a visitor may ask of the gateway, and how long the API may take. Each is stated here alone.

/** Time for the headers of a request, in milliseconds: an open socket that says nothing has no more. */
export const headersMs = 10_000;

/** Time for a whole request, which an upload over a slow phone needs. */
export const requestMs = 120_000;

/** A socket on which nothing moves is closed after this time; no answer takes as long. */
export const silenceMs = 75_000;

/** Body of a call that is no upload: its largest size, and the time for all of it. */
export const call = { bytes: 512 * 1024, milliseconds: 10_000 } as const;

/**
 * Body of an upload. A picture of 2 MB needs 17 kB/s to be there within `requestMs`; one
 * of which less than half of that comes in `milliseconds` is given up sooner.
 */
export const upload = {
  bytes: maxUploadFormBytes,
  milliseconds: 10_000,
  bytesInTime: 80_000,
  /** The API holds each in memory. */
  atOnce: 64,
} as const;

/** Connections to the API for everything that is no upload. */
export const apiConnections = 128;

/** How long the API may take to accept a connection. */
export const connectMs = 2000;

/**
 * How long the API may take to begin its answer, the wait for a connection included. Behind a read
 * is only the database; behind others may be Stripe, which the API gives two tries of 8 s each, and
 * behind the payout form that several times.
 */
export const answerMs = { read: 10_000, write: 20_000, upload: 60_000 } as const;

/** How much of an answer is taken from the API for a visitor who reads slowly. */
export const answerBytesAhead = 256 * 1024;

/** When to try again what was refused because too much is going on. */
export const retrySeconds = 5;
