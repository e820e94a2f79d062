import { maxUploadFormBytes } from '@kargo/shared-types/forms/limits';

// All limits of the gateway, for visitors and for the API.

/** Timeout for the headers of a request, even if the socket sends nothing. */
export const headersMs = 10_000;

/** Timeout for a whole request, long enough for an upload over a slow connection. */
export const requestMs = 120_000;

/** Timeout for idle sockets, longer than any response takes. */
export const silenceMs = 75_000;

/** Limits for the connections of all visitors together. */
export const connections = {
  most: 16_384,
  /** Maximum at the operators' port. */
  operators: 100,
  /** Reserve for the process's other files, which count towards the same system limit. */
  otherFiles: 1024,
  /** Above this share of the maximum, each new connection closes an unused one. */
  crowded: 0.75,
} as const;

/** Maximum number of open requests on one connection. Browsers send one at a time. */
export const requestsPerConnection = 4;

/** How often to check whether a visitor reads a response: a piece of 64 kB within two checks. */
export const readMs = 20_000;

/** Visitors who read at least this fast are not cut off, however much the system buffers. */
export const slowestBytesPerSecond = 8192;

/**
 * A connection's largest send buffer on Linux (`tcp_wmem`), and the share of it a visitor may read
 * before Linux accepts more data: a third, plus a reserve for buffers in the visitor's system.
 */
export const systemBuffer = { bytes: 4 * 1024 * 1024, unseen: 1 / 2 } as const;

/** Limits for the body of a call that is not an upload: its size, and the timeout for all of it. */
export const call = { bytes: 512 * 1024, milliseconds: 10_000 } as const;

/**
 * Limits for uploads. 2 MB within `requestMs` require 17 kB/s. An upload is refused if it sends
 * less than `bytesInTime` in `milliseconds`, which is about half of that.
 */
export const upload = {
  bytes: maxUploadFormBytes,
  milliseconds: 10_000,
  bytesInTime: 80_000,
  /** Maximum number of simultaneous uploads of each form; the API keeps each in memory. */
  atOnce: 64,
  /** Maximum of one driver's uploads: one that is arriving, and one that the API processes. */
  perDriver: 2,
} as const;

/**
 * How long to discard the rest of a body that still arrives after its response. If the whole body
 * has at most `bytes`, the response that refuses it stays open as long. After a `short` body, the
 * connection is reused.
 */
export const rest = { bytes: 4 * upload.bytes, milliseconds: 2000, short: 16_384 } as const;

/**
 * Numbers of connections to the API, by the dependency that a call may wait for: one that hangs
 * blocks only its own. `uploaders` are for asking who uploads.
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
 * Timeouts for the API to begin its response, including the wait for a connection. Reads need only
 * the database. Others may call Stripe with two attempts of 8 s each, the payout form repeatedly.
 */
export const responseMs = { read: 10_000, write: 20_000, upload: 60_000 } as const;

/**
 * Maximum per minute: reports from one address or IPv6 network, and log lines about one release.
 * `milliseconds` is the timeout for a report.
 */
export const reports = { perAddress: 120, linesPerRelease: 30, milliseconds: 10_000 } as const;

/** How much of the API's response is read ahead for a slow visitor. */
export const responseBytesAhead = 256 * 1024;

/** Minimum and maximum of `Retry-After` when a request is refused because of overload. */
export const retrySeconds = { least: 5, most: 10 };

/** Timeout for open requests when the gateway stops. */
export const finishMs = 30_000;

/** The same after an error, or when the parent process has ended. */
export const hurryMs = 5000;
