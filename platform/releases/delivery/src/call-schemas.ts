import { apiCalls, requestOf } from '@kargo/shared-types/api/api-calls';
import { knownCalls } from '@kargo/shared-types/releases/kargo-file';
import type { StoredRelease } from '@kargo/shared-types/releases/release';

/** Calls that the shell makes, and whose responses shared-runtime passes on to every app. */
const handedOn = [apiCalls.verify.call, apiCalls.ip.call];

/** Returns the schemas of calls as JSON, as a release carries them. */
export function callSchemas(sent: readonly string[]): StoredRelease['calls'] {
  const calls: Record<string, object> = {};
  for (const call of [...handedOn, ...sent]) {
    const definition = knownCalls.get(call);
    if (!definition) continue;
    const sends = sent.includes(call) ? requestOf(definition) : undefined;
    calls[call] = { sends, reads: definition.response };
  }
  return JSON.parse(JSON.stringify(calls));
}
