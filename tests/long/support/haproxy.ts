import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '@kargo/commands/settings';
import { parse } from 'yaml';
import { eventually } from './eventually.ts';

/** Ports that replace those in docker-compose.many.yml, and the servers' ports. */
export interface Ports {
  8080: string;
  8081: string;
  gateway: string[];
  api: string[];
}

/** Starts docker-compose.many.yml's HAProxy until this process ends, with servers like gateway1. */
export async function startHaproxy(folder: string, ports: Ports) {
  const [file, socket] = [join(folder, 'haproxy.cfg'), join(folder, 'haproxy.sock')];
  await writeFile(file, `global\n  stats socket ${socket}\n${configuration(ports)}`);
  const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  process.once('exit', () => haproxy.kill());
  return { untilUp: (server: string) => untilUp(socket, server) };
}

/** Waits up to a minute until HAProxy sends requests to this server. */
const untilUp = (address: string, server: string) =>
  eventually(async () => {
    const socket = connect(address);
    socket.write('show stat\n');
    const rows = (await text(socket)).split('\n');
    const row = rows.map((line) => line.split(',')).find(([, name]) => name === server);
    // https://docs.haproxy.org/2.6/management.html#9.1
    if (row?.[17] !== 'UP') throw new Error(`HAProxy does not find ${server} ready.`);
  }, 60_000);

function configuration(ports: Ports): string {
  const file = readFileSync(join(root, 'docker-compose.many.yml'), 'utf8');
  const { content }: { content: string } = parse(file, { logLevel: 'error' }).configs.haproxy;
  return content
    .replace(/^resolvers .*\n( .*\n)+/m, '')
    .replace(' resolvers names init-addr none', '')
    .replaceAll(/bind :(808\d)/g, (_, port: '8080') => `bind 127.0.0.1:${ports[port]}`)
    .replaceAll(/server-template (gateway|api) .*/g, (_, name: 'api') =>
      ports[name].map((port, index) => `server ${name}${index + 1} 127.0.0.1:${port}`).join('\n  '),
    );
}
