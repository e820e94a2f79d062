/** Waits for all tasks: none continues, reads or leaves a file behind after another has failed. */
export async function allOf<Result>(tasks: Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}
