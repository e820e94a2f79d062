#!/usr/bin/env node
import { newPublisherKey, publicPart } from '@kargo/release-log/rules/release-signature';

// Prints a publisher's private key, and its public part for PUBLISHERS; `*` means every app. The
// key of one app is named after app and day, so that PUBLISHERS can also list its predecessor.

const [first, ...apps] = process.argv.slice(2);
const usage = 'Usage: node platform/releases/delivery/src/new-key.ts [name of the key] <app…>';
if (first && !first.startsWith('-')) {
  const today = new Date().toISOString().slice(0, 10);
  const [name, all] = apps.length > 0 ? [first, apps] : [`${first}-${today}`, [first]];
  const key = await newPublisherKey(name, all);
  console.log(`PUBLISHER_KEY, a secret:\n${JSON.stringify(key)}`);
  console.log(
    `Goes into the keys of PUBLISHERS, {"log":"…","keys":[…]}:\n${JSON.stringify(publicPart(key))}`,
  );
} else {
  const isAsked = first === '--help';
  (isAsked ? console.log : console.error)(usage);
  process.exitCode = isAsked ? 0 : 1;
}
