import type { Problem } from '@kargo/release-log/rules/release-gate';
import { apiBasePath } from '@kargo/shared-types/api/api-paths';
import { JsonSchema } from '@kargo/shared-types/api/json-schema';
import type { StoredRelease } from '@kargo/shared-types/releases/release';
import { type Static, Type } from 'typebox';
import { type Misfit, schemaMisfits } from './schema-misfits.ts';

/** Schemas by media type. */
const Content = Type.Record(Type.String(), Type.Object({ schema: Type.Optional(JsonSchema) }));

const Operation = Type.Object({
  parameters: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        /** The part of the request, such as `path`. */
        in: Type.String(),
        required: Type.Optional(Type.Boolean()),
        schema: Type.Optional(JsonSchema),
      }),
    ),
  ),
  requestBody: Type.Optional(
    Type.Object({ required: Type.Optional(Type.Boolean()), content: Content }),
  ),
  /** By status code, such as `200` or `4XX`. */
  responses: Type.Record(Type.String(), Type.Object({ content: Type.Optional(Content) })),
});
type Operation = Static<typeof Operation>;

/** The parts of an OpenAPI document that matter here: https://spec.openapis.org/oas/v3.1.1 */
export const ApiDocument = Type.Object({
  /** By path and method, such as `get`. */
  paths: Type.Record(Type.String(), Type.Record(Type.String(), Operation)),
});
export type ApiDocument = Static<typeof ApiDocument>;

/** How sentences name the release and the API. */
type Named = Record<'release' | 'api', string>;

/**
 * Compares what a release expects with what an API offers: it must accept each request, and each
 * response must have the fields that the release reads.
 */
export function apiProblems(
  calls: StoredRelease['calls'],
  document: ApiDocument,
  named: Named,
): Problem[] {
  return Object.entries(calls).flatMap(([call, { sends, reads }]) => {
    const offered = operationOf(document, call);
    if (!offered) return [`${named.release} needs ${call}, which ${named.api} does not have.`];
    const lost = reads ? schemaMisfits(responseOf(offered), reads) : [];
    const refused = sends ? requestMisfits(sends, offered) : [];
    return [
      ...lost.map((misfit) => responseProblem(misfit, call, named)),
      ...refused.map((misfit) => requestProblem(misfit, call, named)),
    ];
  });
}

/** Finds a call such as `GET /links/:token`; the API may name its path parameters differently. */
function operationOf({ paths }: ApiDocument, call: string): Operation | undefined {
  const [method = '', path = ''] = call.split(' ');
  const parts = (apiBasePath + path).split('/');
  const shape = (it: string) => it.replaceAll(/:\w+|\{\w+\}/g, '*');
  for (const [found, { [method.toLowerCase()]: operation }] of Object.entries(paths)) {
    if (!operation || shape(found) !== shape(parts.join('/'))) continue;
    const theirs = found.split('/');
    const nameOf = (name: string) => parts[theirs.indexOf(`{${name}}`)]?.slice(1) ?? name;
    const { parameters = [] } = operation;
    return { ...operation, parameters: parameters.map((it) => ({ ...it, name: nameOf(it.name) })) };
  }
  return undefined;
}

/** Returns the schema of all responses to a successful call. */
function responseOf({ responses }: Operation): JsonSchema {
  const replies = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const schemas = replies.map(([, { content }]): JsonSchema => {
    return content ? (content['application/json']?.schema ?? {}) : { type: 'null' };
  });
  return schemas.length === 0 ? {} : { anyOf: schemas };
}

/** @param sends the parts of the request, see `requestOf` in shared-types */
function requestMisfits(
  { properties: sent = {} }: JsonSchema,
  { parameters = [], requestBody }: Operation,
): Misfit[] {
  const misfits = parameters.flatMap(({ name, in: part, required, schema = {} }): Misfit[] => {
    const given = sent[part]?.properties?.[name];
    if (given) return schemaMisfits(given, schema, [name]);
    return required ? [{ path: [name], kind: 'missing' }] : [];
  });
  return requestBody ? [...misfits, ...bodyMisfits(sent, requestBody)] : misfits;
}

function bodyMisfits(
  sent: Record<string, JsonSchema>,
  { content, required = false }: NonNullable<Operation['requestBody']>,
): Misfit[] {
  const [type, schema = {}] = Object.entries(sent).find(([part]) => part.includes('/')) ?? [];
  if (type) {
    const accepted = content[type];
    if (!accepted) return [{ path: [type], kind: 'extra' }];
    return schemaMisfits(schema, accepted.schema ?? {});
  }
  if (!required) return [];
  const [first = {}] = Object.values(content);
  const missing = schemaMisfits({ type: 'object' }, first.schema ?? {});
  return missing.length > 0 ? missing : [{ path: [], kind: 'missing' }];
}

function responseProblem(misfit: Misfit, call: string, { release, api }: Named): Problem {
  const { path, kind, given, wanted, keyword } = misfit;
  const field = path.length > 0 ? `${path.join('.')} of ${call}` : `the response to ${call}`;
  return {
    missing: `${release} reads ${field}, which ${api} does not return.`,
    optional: `${release} reads ${field}, which ${api} may leave out.`,
    other: `${release} reads ${field} as ${wanted}, but ${api} may return ${given}.`,
    extra: `${release} cannot read ${field}, which ${api} returns.`,
    unknown: `It is not known whether ${release} can read ${field} of ${api}: "${keyword}" cannot be compared.`,
  }[kind];
}

function requestProblem(misfit: Misfit, call: string, { release, api }: Named): Problem {
  const { path, kind, given, wanted, keyword } = misfit;
  const field = `${path.join('.') || 'a body'} with ${call}`;
  return {
    missing: `${release} does not send ${field}, which ${api} requires.`,
    optional: `${release} does not always send ${field}, which ${api} requires.`,
    other: `${release} may send ${field} as ${given}, but ${api} accepts ${wanted}.`,
    extra: `${release} sends ${field}, which ${api} does not accept.`,
    unknown: `It is not known whether ${api} accepts ${field} as ${release} sends it: "${keyword}" cannot be compared.`,
  }[kind];
}
