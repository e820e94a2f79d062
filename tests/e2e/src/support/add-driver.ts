import { randomUUID } from 'node:crypto';
import { type Driver, drivers } from './drivers.ts';
import { apiCommand } from './run-script.ts';

/** Drivers added at once, since the command takes most of its time to start. */
const atOnce = 30;
const spare: Driver[] = [];

/** Adds a driver who has not set up anything yet. */
export async function addDriver(): Promise<Driver> {
  if (spare.length === 0) {
    const emails = Array.from({ length: atOnce }, () => `nell-${randomUUID()}@kargo.example`);
    await apiCommand('add-driver', ...emails);
    const { password } = drivers.form;
    spare.push(...emails.map((email) => ({ email, password, name: 'Nell Newby' })));
  }
  return spare.pop() as Driver;
}
