import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { portOf } from './port-of.ts';

/** @param reply responds to commands, the end of a text and, for the greeting, an empty line */
export async function startMailServer(
  t: TestContext,
  reply: (line: string) => string | undefined | Promise<string | undefined>,
  { droning }: { droning?: string } = {},
) {
  const lines: string[] = [];
  const server = createServer((socket) => {
    t.after(() => socket.destroy());
    socket.on('error', () => {});
    const drone = setInterval(() => droning && socket.write(`${droning}\r\n`), 20);
    socket.on('close', () => clearInterval(drone));
    Promise.resolve(reply('')).then((greeting) => greeting && socket.write(`${greeting}\r\n`));
    let isText = false;
    createInterface({ input: socket }).on('line', async (line) => {
      lines.push(line);
      if (isText && line !== '.') return;
      const response = await reply(line);
      isText = response?.startsWith('354') ?? false;
      if (response) socket.write(`${response}\r\n`);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const port = portOf(server);
  return { url: `smtp://127.0.0.1:${port}`, lines };
}

/** Replies of a mail server that accepts everything. */
export function friendly(line: string): string | undefined {
  if (line === '') return '220 ready';
  if (line === 'DATA') return '354 go on';
  if (line === 'QUIT') return '221 bye';
  return /^(EHLO|MAIL FROM|RCPT TO)/.test(line) || line === '.' ? '250 fine' : undefined;
}
