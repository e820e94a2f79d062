/**
 * Preloaded into every child process (`node --import`): when the supervisor has died, even of
 * kill -9, the child is asked to end, and killed shortly afterwards.
 */
const graceMs = 5000;

if (process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), graceMs).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // The channel to the parent must not keep a finished build running.
  process.channel.unref();
  // Workers that webpack forks inherit these options, but only their channel keeps them running.
  process.execArgv = process.execArgv.filter(
    (option, index, options) => option !== '--import' && options[index - 1] !== '--import',
  );
}
