/** Does a part of a proof, prints how long it took, and returns its result. */
export async function step<Result>(name: string, work: () => Result): Promise<Awaited<Result>> {
  const began = performance.now();
  const result = await work();
  console.log(`✓ ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  return result;
}
