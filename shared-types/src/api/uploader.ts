/** Where the gateway asks who is uploading. Outside `/api`, so that visitors cannot reach it. */
export const uploaderPath = '/uploader';

/** Response at `uploaderPath` to a valid access token; otherwise the status is 401. */
export interface Uploader {
  /** Identifies the driver; the same in all sessions. */
  driver: string;
}
