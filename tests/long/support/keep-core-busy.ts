/** Keeps one core busy until it is killed, or its parent is gone. */
function spin(): void {
  const end = performance.now() + 100;
  while (performance.now() < end);
  setImmediate(spin);
}

spin();
