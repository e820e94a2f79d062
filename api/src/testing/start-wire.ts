import { once } from 'node:events';
import { createServer, connect as dial, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { portOf } from './port-of.ts';

/** A network between the API and Postgres that can stop forwarding without closing connections. */
export async function startWire(target: number) {
  const swallowed = new Set<Socket>();
  const open = new Set<Socket>();
  let isDown = false;
  let refusal: string | undefined;
  /** Gets the next COMMIT in place of Postgres. Its connection forwards nothing more. */
  let atCommit: ((bytes: Buffer, ends: { socket: Socket; upstream: Socket }) => void) | undefined;
  const server = createServer((socket) => {
    const upstream = dial(target, '127.0.0.1');
    for (const end of [socket, upstream]) open.add(end.on('error', () => {}));
    if (isDown) swallowed.add(socket);
    const code = refusal;
    socket.on('data', (bytes) => {
      if (code) return void socket.end(errorResponse(code));
      if (swallowed.has(socket)) return;
      if (!atCommit || !/commit/i.test(`${bytes}`)) return void upstream.write(bytes);
      swallowed.add(socket);
      atCommit(bytes, { socket, upstream });
      atCommit = undefined;
    });
    upstream.on('data', (bytes) => swallowed.has(socket) || socket.write(bytes));
    upstream.on('close', () => swallowed.has(socket) || socket.destroy());
    socket.on('close', () => swallowed.has(socket) || upstream.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server),
    swallow({ newOnesToo = false } = {}) {
      for (const socket of open) swallowed.add(socket);
      isDown = newOnesToo;
    },
    /** The connection ends when Postgres has done the next COMMIT, before it can report it. */
    loseCommit() {
      atCommit = (bytes, { socket, upstream }) => {
        upstream.once('data', () => socket.destroy()).write(bytes);
      };
    },
    /** The connection ends at the next COMMIT, which Postgres gets when this is so or after 3 s. */
    delayCommit(isSo: () => Promise<boolean>) {
      atCommit = async (bytes, { socket, upstream }) => {
        socket.destroy();
        const end = Date.now() + 3000;
        while (Date.now() < end && !(await isSo())) await wait(20);
        upstream.write(bytes);
      };
    },
    /** The connection ends at the next COMMIT, which never reaches Postgres. */
    dropCommit() {
      atCommit = (_bytes, { socket, upstream }) => {
        socket.destroy();
        upstream.destroy();
      };
    },
    /** New connections get this SQLSTATE. */
    refuse(code: string) {
      refusal = code;
    },
    heal() {
      isDown = false;
      refusal = undefined;
    },
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await wait(0);
    },
  };
}

/** An ErrorResponse: https://www.postgresql.org/docs/current/protocol-message-formats.html */
function errorResponse(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0Mrefused\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
