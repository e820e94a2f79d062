import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Answer } from './send.ts';

/** Sends the answers in a file of JSON, by address, with nothing but `node:http`. */
const given: Record<string, Answer> = JSON.parse(readFileSync(process.env.ANSWERS ?? '', 'utf8'));
const answers = new Map(
  Object.entries(given).map(([path, { headers, body }]) => [
    path,
    { headers, body: Buffer.from(body, 'base64') },
  ]),
);

createServer(({ url = '' }, response) => {
  const answer = answers.get(url);
  response.writeHead(answer ? 200 : 404, answer?.headers).end(answer?.body);
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
