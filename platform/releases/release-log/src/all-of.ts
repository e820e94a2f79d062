/** Waits for all tasks, even after one has failed: none still reads or writes afterwards. */
export async function allOf<Result>(tasks: Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}
