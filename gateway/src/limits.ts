import { maxUploadFormBytes } from 'shared-types/forms/limits';

// All limits of the gateway: what a visitor may send, and how long the API may take.

/** Deadline for the headers of a request, also on a socket that sends nothing. */
export const headersMs = 10_000;

/** Deadline for a whole request, long enough for an upload over a slow connection. */
export const requestMs = 120_000;

/** Idle sockets are closed after this time, which is longer than any answer takes. */
export const silenceMs = 75_000;

/** Connections of all visitors together. */
export const connections = {
  most: 16_384,
  /** Files that the process opens besides, which have to fit into its limit too. */
  otherFiles: 1024,
  /** From this part of them on, an unused one is closed for each new one. */
  crowded: 0.75,
} as const;

/** Requests that may be open on one connection; browsers send one after the other. */
export const requestsPerConnection = 4;

/** How often is looked whether a visitor takes what is waiting: a piece of 64 kB in two looks. */
export const readMs = 20_000;

/** A visitor who reads so fast, or faster, is waited for, whatever the system holds back. */
export const slowestBytesPerSecond = 8192;

/**
 * What Linux keeps of an answer for each connection, at most (`tcp_wmem`), and the part of it that a
 * visitor takes before it takes more: a third, and what the visitor's own system saves up.
 */
export const systemBuffer = { bytes: 4 * 1024 * 1024, unseen: 1 / 2 } as const;

/** Body of a call other than an upload: its maximum size, and the deadline for all of it. */
export const call = { bytes: 512 * 1024, milliseconds: 10_000 } as const;

/**
 * Body of an upload. 2 MB within `requestMs` need 17 kB/s; an upload that sends less than
 * `bytesInTime` in `milliseconds`, about half of that, is refused.
 */
export const upload = {
  bytes: maxUploadFormBytes,
  milliseconds: 10_000,
  bytesInTime: 80_000,
  /** Uploads of each form at the same time; the API keeps each in memory. */
  atOnce: 64,
  /** Uploads of one driver: one whose body arrives, and another that the API works on. */
  perDriver: 2,
} as const;

/**
 * What is left of a body after its answer is thrown away for so long; the answer that refuses it
 * ends so late when it is of this size in all, or smaller.
 */
export const rest = { bytes: 4 * upload.bytes, milliseconds: 2000 } as const;

/**
 * Connections to the API for calls other than uploads, by what such a call may have to wait for. A
 * dependency that hangs keeps only its own.
 */
export const apiConnections = {
  identity: 32,
  stripe: 32,
  storage: 32,
  uploaders: 16,
  rest: 128,
} as const;

/** How long the API may take to accept a connection. */
export const connectMs = 2000;

/**
 * How long the API may take to begin its answer, including the wait for a connection. Reads need the
 * database only. Other calls may call Stripe, with two attempts of 8 s each; the payout form several
 * times.
 */
export const answerMs = { read: 10_000, write: 20_000, upload: 60_000 } as const;

/** How much of an answer is read ahead from the API for a slow visitor. */
export const answerBytesAhead = 256 * 1024;

/** `Retry-After` of what is refused because of overload, at least and at most. */
export const retrySeconds = { least: 5, most: 10 };

/** How long requests that are open may take to end when the gateway is stopped. */
export const finishMs = 30_000;

/** The same after an error, or when who started it is gone. */
export const hurryMs = 5000;
