import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

// A separate process; its parameters are a port, an address of this machine and a number. It opens
// this number of connections from that address; each makes one request and then stays idle until the
// gateway closes it. To each message it replies with the number of open connections. It ends with its
// parent.

const [port = '', localAddress = '', count = ''] = process.argv.slice(2);

/** The number of connections that are opened at the same time. */
const atOnce = 100;

const open = new Set<Socket>();
let left = Number(count);
process.on('disconnect', () => process.exit());
process.on('message', () => process.send?.(open.size));
await Promise.all(Array.from({ length: atOnce }, openMany));
process.send?.('opened');

async function openMany(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
    // A connection that is refused or closed is no error.
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    socket.write('GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n');
    open.add(socket);
    const settled = new AbortController();
    const { signal } = settled;
    await Promise.race([
      once(socket, 'data', { signal }).catch(() => undefined),
      new Promise((resolve) => socket.once('close', resolve)),
    ]);
    settled.abort();
  }
}
