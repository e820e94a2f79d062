import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { Mailbox } from './mailbox.ts';

const maxMailBytes = 25 * 1024 * 1024;

export async function startMailServer(
  mailbox: Mailbox,
  port: number,
  host: string,
): Promise<SMTPServer> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxMailBytes,
    onData(stream, _session, done) {
      buffer(stream)
        .then((raw) => mailbox.add(raw))
        .then(() => done(), done);
    },
  });
  // A client may disconnect during a mail.
  server.on('error', (error) => console.error(error));
  await once(server.listen(port, host), 'listening');
  return server;
}
