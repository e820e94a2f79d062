import { ErrorBody } from '@kargo/shared-types/api/error';
import type { StoredRelease } from '@kargo/shared-types/releases/release';
import { Check } from 'typebox/value';

export interface Person {
  /** Such as `visitor`, or a kind of driver such as `paused`. */
  name: string;
  /** Access token in the browser's storage; null for a visitor. */
  token: string | null;
  /** Whether the API lets the driver in. */
  isAdmitted: boolean;
}

const visitor: Person = { name: 'visitor', token: null, isAdmitted: false };

/** Responses by call, such as `GET /verify`. */
export type Responses = Readonly<Record<string, unknown>>;

/** Returns the visitor, and a driver of each kind for which a release has sample responses. */
export function peopleOf(releases: readonly StoredRelease[]): Person[] {
  const kinds = new Set(releases.flatMap(({ drivers = {} }) => Object.keys(drivers)));
  const names = kinds.size > 0 ? [...kinds] : ['driver'];
  return [visitor, ...names.map((name) => driverOf(name, releases))];
}

function driverOf(name: string, releases: readonly StoredRelease[]): Person {
  const profile = responsesFor(name, releases)['GET /verify'];
  const token = `session-of-${Buffer.from(name).toString('base64url')}`;
  return { name, token, isAdmitted: !Check(ErrorBody, profile) };
}

export function responsesFor(kind: string, releases: readonly StoredRelease[]): Responses {
  return Object.assign(
    {},
    ...releases.map(({ samples }) => samples),
    ...releases.map(({ drivers }) => drivers?.[kind]),
  );
}
