import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** Opens a socket to a site, and sends these lines. Ignores later errors of the socket. */
export async function openSocket(
  context: TestContext,
  site: string,
  lines: string[],
): Promise<Socket> {
  const { hostname, port } = new URL(site);
  const socket = connect(Number(port), hostname);
  context.after(() => socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(lines.join('\r\n'), resolve));
  return socket;
}

/** Returns everything that a socket receives until it closes, even by an error. */
export async function received(socket: Socket): Promise<string> {
  let all = '';
  socket.on('data', (data) => {
    all += data;
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return all;
}
