import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** Ports of this machine: that of each load balancer, and those of its servers. */
export type Balancers = Record<string, { port: number; servers: Record<string, number> }>;

/** Starts HAProxy as in docs/operations.md: it sends no requests to servers that are not ready. */
export async function startHaproxy(folder: string, balancers: Balancers) {
  const [file, socket] = [join(folder, 'haproxy.cfg'), join(folder, 'haproxy.sock')];
  await writeFile(file, configuration(balancers, socket));
  const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  return {
    untilUp: (server: string) => untilUp(socket, server),
    async stop(): Promise<void> {
      const exit = once(haproxy, 'exit');
      haproxy.kill();
      await exit;
    },
  };
}

/** Waits until HAProxy sends requests to this server. */
async function untilUp(address: string, server: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const socket = connect(address);
    socket.write('show stat\n');
    const rows = (await text(socket).catch(() => '')).split('\n');
    const row = rows.map((line) => line.split(',')).find(([, name]) => name === server);
    // https://docs.haproxy.org/2.6/management.html#9.1
    if (row?.[17] === 'UP') return;
    await wait(100);
  }
  throw new Error(`HAProxy does not find ${server} ready.`);
}

function configuration(balancers: Balancers, socket: string): string {
  const sections = Object.entries(balancers).map(([name, { port, servers }]) =>
    [
      `listen ${name}`,
      `  bind 127.0.0.1:${port}`,
      '  option httpchk GET /readyz',
      '  option forwardfor',
      '  http-response del-header Keep-Alive',
      '  default-server check inter 500ms fall 2 rise 1',
      ...Object.entries(servers).map(([server, at]) => `  server ${server} 127.0.0.1:${at}`),
    ].join('\n'),
  );
  return [
    `global\n  stats socket ${socket}`,
    'defaults\n  mode http\n  timeout connect 5s\n  timeout client 75s\n  timeout server 75s\n  timeout check 5s',
    '  timeout http-keep-alive 60s',
    ...sections,
    '',
  ].join('\n');
}
