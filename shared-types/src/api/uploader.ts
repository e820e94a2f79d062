/**
 * Where the gateway asks the API who would upload, before it reads the body. Outside of `/api`: nobody
 * else gets there.
 */
export const uploaderPath = '/uploader';

/** Its answer, where the access token in `Authorization` is alive; 401 otherwise. */
export interface Uploader {
  /** Identifies the driver, whichever session it is. */
  driver: string;
}
