import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Driver, drivers } from './drivers.ts';

const command = join(import.meta.dirname, '../../../scripts/api-command.ts');

/** Adds a driver who has set up nothing yet. */
export async function addDriver(): Promise<Driver> {
  const email = `nell-${randomUUID().slice(0, 8)}@kargo.example`;
  await promisify(execFile)(process.execPath, [command, 'add-driver', email]);
  return { email, password: drivers.form.password, name: 'Nell Newby' };
}
