import { Client } from 'pg';
import { databaseUrl } from './site.ts';

/** Connects as the owner of the tables; the caller has to close the connection. */
export async function connectToDatabase(): Promise<Client> {
  const client = new Client(databaseUrl);
  await client.connect();
  return client;
}
