#!/usr/bin/env node
import { newPublisherKey, publicPart } from '@kargo/release-log/contract/release-signature';

// A program: node platform/releases/delivery/src/new-key.ts [name of the key] <app…>, with `*` for every app. It prints a
// publisher's private key, and its public part for PUBLISHERS. A key for one app needs no name: it is called after
// the app and the day, so that it can stand in PUBLISHERS beside the one before it.

const [first, ...apps] = process.argv.slice(2);
if (first) {
  const today = new Date().toISOString().slice(0, 10);
  const [name, all] = apps.length > 0 ? [first, apps] : [`${first}-${today}`, [first]];
  const key = await newPublisherKey(name, all);
  console.log(`PUBLISHER_KEY, a secret:\n${JSON.stringify(key)}`);
  console.log(`Goes into PUBLISHERS, {"keys":[…]}:\n${JSON.stringify(publicPart(key))}`);
} else {
  console.error('Usage: node platform/releases/delivery/src/new-key.ts [name of the key] <app…>');
  process.exitCode = 1;
}
