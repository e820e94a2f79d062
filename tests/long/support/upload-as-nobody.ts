import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

// A separate process, so that it does not slow down the measuring one. Its parameters are a port, an
// address of this machine, a number and the head of a form. This number of connections from that
// address send the head, and then 4 kB every 400 ms, and start again when they are refused. It sends
// its parent a message when all have started, and ends with its parent.

const [port = '', localAddress = '', count = '', head = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit());
for (let upload = 0; upload < Number(count); upload += 1) {
  sendAgain();
  await wait(30);
}
process.send?.('begun');

async function sendAgain(): Promise<void> {
  for (;;) {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
    socket.on('error', () => {}).resume();
    await once(socket, 'connect');
    socket.write(head);
    while (!socket.destroyed) {
      socket.write(Buffer.alloc(4000));
      await wait(400);
    }
  }
}
