/** How the sending of a form or of a link goes. */
export type Sending =
  | { state: 'idle' }
  | { state: 'sending' }
  | { state: 'done' }
  | { state: 'failed'; error: unknown };
