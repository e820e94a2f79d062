/**
 * Preloaded into every child process (`node --import`): when the supervisor is gone, even after a
 * kill -9, the child is asked to end and soon after made to.
 */
const graceMs = 5000;

if (process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), graceMs).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // Listening to the parent alone is no reason to go on; a finished build ends.
  process.channel.unref();
  // The workers that webpack forks inherit these options. They live by listening to their parent.
  process.execArgv = process.execArgv.filter(
    (option, index, options) => option !== '--import' && options[index - 1] !== '--import',
  );
}
