import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { apps } from '@kargo/commands/apps';
import { root } from '@kargo/commands/settings';
import { newPublisherKey, publicPart } from '@kargo/release-log/rules/release-signature';
import { parse } from 'yaml';

type Variables = Record<string, string | undefined>;

/** The fields of a container in docker-compose.yml that tests use. */
export interface Service {
  /** Somebody else's image; our own services have `build`. */
  image?: string;
  build?: { target: string; args: { FOLDER: string } };
  entrypoint?: string[];
  command?: string[];
  environment?: Record<string, string | number>;
  depends_on?: Record<string, { condition: string; required?: boolean }>;
  restart?: string;
  networks?: string[];
  volumes?: string[];
  healthcheck?: { test: string[] };
  profiles?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
}

export const composeSource = readFileSync(join(root, 'docker-compose.yml'), 'utf8');

const keys = await Promise.all(apps.map(({ name }) => newPublisherKey(name, [name])));

/** The required variables, with sample values. */
export const requiredVariables: Variables = {
  SITE_URL: 'https://kargo.example',
  POSTGRES_PASSWORD: 'postgres-password',
  POSTGRES_API_PASSWORD: 'postgres-api-password',
  S3_SECRET_ACCESS_KEY: 's3-secret',
  GATEWAY_SECRET: 'a-gateway-secret-of-32-characters',
  FIREBASE_PROJECT_ID: 'kargo-production',
  FIREBASE_API_KEY: 'firebase-key',
  MAIL_FROM: 'no-reply@kargo.example',
  PUBLISHERS: JSON.stringify({ log: 'test', keys: keys.map(publicPart) }),
  RELEASES_READER_SECRET_ACCESS_KEY: 'reader-secret',
  ...Object.fromEntries(
    keys.flatMap((key) => [
      [`PUBLISHER_KEY_${key.kid.toUpperCase()}`, JSON.stringify(key)],
      [`RELEASES_SECRET_ACCESS_KEY_${key.kid.toUpperCase()}`, `secret-of-${key.kid}`],
    ]),
  ),
};

export const localVariables: Variables = parseEnv(
  readFileSync(join(root, 'docker-compose.local.env'), 'utf8'),
);

/**
 * docker-compose.yml as compose reads it: merged, and with these variables filled in.
 *
 * @throws when a required variable is missing
 */
export function composeFile(variables: Variables): {
  services: Record<string, Service>;
  configs: Record<string, { content: string }>;
  networks: Record<string, { internal?: boolean } | null>;
} {
  const insert = (_key: unknown, value: unknown) =>
    typeof value === 'string' ? interpolate(value, variables) : value;
  return parse(composeSource, insert, { merge: true });
}

/** https://github.com/compose-spec/compose-spec/blob/main/12-interpolation.md */
function interpolate(text: string, variables: Variables): string {
  return text.replace(
    /\$\{(\w+)(?:(:?)([-?+])([^}]*))?\}/g,
    (_, name: string, colon?: string, kind?: string, word = '') => {
      const value = variables[name];
      const isSet = value !== undefined && !(colon && value === '');
      if (kind === '+') return isSet ? word : '';
      if (isSet) return value;
      if (kind === '?') throw new Error(`${name}: ${word}`);
      return word;
    },
  );
}
