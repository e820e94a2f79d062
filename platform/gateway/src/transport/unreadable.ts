import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { rest } from '../limits.ts';
import { bodies, policy } from './refuse.ts';

const style =
  ':root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif}body{max-width:36rem;margin:15vh auto;padding:0 1rem}';
const styleHash = createHash('sha256').update(style).digest('base64');

/** Tells people what helps. The reason is nearly always cookies. */
const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Your browser sends too much – Kargo</title><style>${style}</style></head>
<body><main><h1>Your browser sends more than this site can read</h1>
<p>Most often it keeps too many cookies, of this site or of others with a similar address.</p>
<p>Delete the cookies of this site in your browser: in most, press the symbol left of the address, then Cookies. Then
<a href="/">open the site again</a>. In a private window it works at once.</p></main></body></html>
`;

const statuses: Record<string, 408 | 431> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Responds to requests that Node's parser refuses, which no route or hook sees: a browser gets a
 * page, and calls get JSON. There is no `Clear-Site-Data`: any other site could send people here
 * with an address that is too long, and so sign them out of all sites of the domain.
 */
export function respondToUnreadable(error: ConnectionError, socket: Socket): void {
  if (!socket.writable) return;
  const status = statuses[error.code] ?? 400;
  // Accept precedes the cookies. A request that took too long has no packet.
  const head = error.rawPacket ? String(error.rawPacket) : 'accept: */*';
  const isCall = /^accept:(?!.*text\/html)/im.test(head);
  const body = isCall ? JSON.stringify(bodies[status]) : page;
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Cache-Control: private, no-store',
    `Content-Security-Policy: ${policy}${isCall ? '' : `;style-src 'sha256-${styleHash}'`}`,
    'X-Content-Type-Options: nosniff',
    `Content-Type: ${isCall ? 'application/json' : 'text/html'}; charset=utf-8`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  // If the socket closed while data arrives, the response would be lost.
  setTimeout(() => socket.destroy(), rest.milliseconds).unref();
}
