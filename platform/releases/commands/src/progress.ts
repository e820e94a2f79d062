/** Prints a line with the seconds since the command was started. */
export function progress(text: string): void {
  console.log(`${seconds(performance.now()).padStart(7)}  ${text}`);
}

/** A duration in milliseconds, such as `3.4 s`. */
export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
