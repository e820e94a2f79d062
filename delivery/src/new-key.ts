#!/usr/bin/env node
import { newPublisherKey, publicPart } from '@kargo/shared-types/releases/release-signature';

// A program: node delivery/src/new-key.ts <name of the key> <app…>, with `*` for every app. It prints a
// publisher's private key, and its public part for PUBLISHERS.

const [kid, ...apps] = process.argv.slice(2);
if (kid && apps.length > 0) {
  const key = await newPublisherKey(kid, apps);
  console.log(`PUBLISHER_KEY, a secret:\n${JSON.stringify(key)}`);
  console.log(`Goes into PUBLISHERS, {"keys":[…]}:\n${JSON.stringify(publicPart(key))}`);
} else {
  console.error('Usage: node delivery/src/new-key.ts <name of the key> <app…>');
  process.exitCode = 1;
}
