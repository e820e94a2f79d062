/**
 * Path at which the gateway asks the API who is uploading, before it reads the body. It is outside
 * `/api`, so visitors cannot reach it.
 */
export const uploaderPath = '/uploader';

/** Response at `uploaderPath` to a valid access token; otherwise the status is 401. */
export interface Uploader {
  /** Identifies the driver; the same in all sessions. */
  driver: string;
}
