/** Progress of sending a form or a link. */
export type Sending =
  | { state: 'idle' }
  | { state: 'sending' }
  | { state: 'done' }
  | { state: 'failed'; error: unknown };
