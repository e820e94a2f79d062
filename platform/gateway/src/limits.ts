import { maxUploadFormBytes } from '@kargo/shared-types/forms/limits';

// All limits of the gateway, for visitors and for the API.

/** Timeout for the headers of a request, also on a socket that sends nothing. */
export const headersMs = 10_000;

/** Timeout for a whole request, long enough for an upload over a slow connection. */
export const requestMs = 120_000;

/** Idle sockets are closed after this time, which is longer than any response takes. */
export const silenceMs = 75_000;

/** Connections of all visitors together. */
export const connections = {
  most: 16_384,
  /** Maximum at the operators' port. */
  operators: 100,
  /** Other files of the process, which count towards the same system limit. */
  otherFiles: 1024,
  /** Above this share of the maximum, each new connection closes an unused one. */
  crowded: 0.75,
} as const;

/** Maximum number of open requests on one connection; browsers send one after the other. */
export const requestsPerConnection = 4;

/** Interval for checking whether a visitor reads a response: a piece of 64 kB within two checks. */
export const readMs = 20_000;

/** Visitors who read at least this fast are not cut off, whatever the system buffers. */
export const slowestBytesPerSecond = 8192;

/**
 * The largest send buffer of a connection on Linux (`tcp_wmem`), and the share of it that a visitor may
 * read before Linux accepts more data: a third, and some for buffering in the visitor's own system.
 */
export const systemBuffer = { bytes: 4 * 1024 * 1024, unseen: 1 / 2 } as const;

/** Body of a call other than an upload: its maximum size, and the timeout for all of it. */
export const call = { bytes: 512 * 1024, milliseconds: 10_000 } as const;

/**
 * Body of an upload. 2 MB within `requestMs` need 17 kB/s; an upload that sends less than
 * `bytesInTime` in `milliseconds`, about half of that, is refused.
 */
export const upload = {
  bytes: maxUploadFormBytes,
  milliseconds: 10_000,
  bytesInTime: 80_000,
  /** Maximum number of simultaneous uploads of each form; the API keeps each in memory. */
  atOnce: 64,
  /** Uploads of one driver: one whose body is arriving, and one that the API is processing. */
  perDriver: 2,
} as const;

/**
 * Rest of a body that is still arriving after its response. It is discarded for this long. If the whole
 * body has at most this size, the response that refuses it stays open equally long; after a short one the
 * connection is reused.
 */
export const rest = { bytes: 4 * upload.bytes, milliseconds: 2000, short: 16_384 } as const;

/**
 * Numbers of connections to the API for calls other than uploads, by the dependency that a call may wait
 * for. A dependency that hangs blocks only its own connections.
 */
export const apiConnections = {
  identity: 32,
  stripe: 32,
  storage: 32,
  uploaders: 16,
  rest: 128,
} as const;

/** Timeout for connecting to the API. */
export const connectMs = 2000;

/**
 * Timeouts for the API to begin its response, including the wait for a connection. Reads need only the database. Other
 * calls may call Stripe, with two attempts of 8 s each; the payout form does so several times.
 */
export const responseMs = { read: 10_000, write: 20_000, upload: 60_000 } as const;

/**
 * Reports within a minute from one address or IPv6 network, or logged for one release; and their timeout.
 */
export const reports = { perAddress: 120, linesPerRelease: 30, milliseconds: 10_000 } as const;

/** How much of a response is read ahead from the API for a slow visitor. */
export const responseBytesAhead = 256 * 1024;

/** Minimum and maximum of `Retry-After` when a request is refused because of overload. */
export const retrySeconds = { least: 5, most: 10 };

/** Timeout for open requests when the gateway stops. */
export const finishMs = 30_000;

/** Timeout for open requests after an error, or when the parent process has ended. */
export const hurryMs = 5000;
