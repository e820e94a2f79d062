import { Client } from 'pg';
import type { Driver } from './drivers.ts';
import { databaseUrl } from './site.ts';

/**
 * Makes the links in a driver's payout mails older by `age`.
 *
 * @param age an interval of Postgres, such as `24 hours`
 */
export async function agePayoutLinks({ email }: Driver, age: string): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `update payout_links set expires_at = expires_at - $1::interval
       from drivers where drivers.id = driver_id and drivers.email = $2`,
      [age, email],
    );
    if (!rowCount) throw new Error(`${email} has no payout links.`);
  } finally {
    await client.end();
  }
}
