import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonSchema } from '@kargo/shared-types/api/json-schema';
import { type ApiDocument, apiProblems } from './api-problems.ts';

// tests/checks/check-api.test.ts tests the changes that teams make to an API, with its own sources.

const text = { type: 'string' };

const object = (properties: Record<string, JsonSchema>, ...optional: string[]): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });
const answers = (schema: JsonSchema) => ({ responses: { '200': json(schema), '4XX': json({}) } });

type Operation = ApiDocument['paths'][string][string];

function problems(path: string, operation: Operation, calls: Parameters<typeof apiProblems>[0]) {
  const document = { paths: { [path]: { get: operation, post: operation } } };
  return apiProblems(calls, document, { release: 'auth 1.0.0', api: 'the API' });
}

test('A parameter in the path may have another name, but must accept the sent values', () => {
  const path = '/api/v1/links/{code}/{way}';
  const parameters = [
    { name: 'way', in: 'path', required: true, schema: { enum: ['1', '2'] } },
    { name: 'code', in: 'path', required: true, schema: text },
  ];
  const sends = (...modes: string[]) => ({
    'GET /links/:token/:mode': {
      sends: object({ path: object({ token: text, mode: { enum: modes } }) }),
    },
  });
  const operation = { parameters, responses: { '204': {} } };
  assert.deepEqual(problems(path, operation, sends('1', '2')), []);
  assert.deepEqual(problems(path, operation, sends('1', '3')), [
    'auth 1.0.0 may send mode with GET /links/:token/:mode as "3", but the API accepts "1" or "2".',
  ]);
});

test('A required query parameter is missing', () => {
  const parameter = { name: 'page', in: 'query', schema: text };
  const calls = { 'GET /list': { sends: object({}) } };
  const ofList = (required: boolean) => ({
    parameters: [{ ...parameter, required }],
    ...answers(object({})),
  });
  assert.deepEqual(problems('/api/v1/list', ofList(false), calls), []);
  assert.deepEqual(problems('/api/v1/list', ofList(true), calls), [
    'auth 1.0.0 does not send page with GET /list, which the API requires.',
  ]);
});

test('A body is missing, or has another type', () => {
  const requestBody = { required: true, ...json(object({ reason: text })) };
  const operation = { requestBody, responses: { '204': {} } };
  assert.deepEqual(problems('/api/v1/end', operation, { 'POST /end': { sends: object({}) } }), [
    'auth 1.0.0 does not send reason with POST /end, which the API requires.',
  ]);
  const form = object({ 'multipart/form-data': object({ reason: text }) });
  assert.deepEqual(problems('/api/v1/end', operation, { 'POST /end': { sends: form } }), [
    'auth 1.0.0 sends multipart/form-data with POST /end, which the API does not accept.',
  ]);
});

test('The API demands a body although all its fields are optional', () => {
  const end = { 'POST /end': { sends: object({}) } };
  const operation = (required: boolean) => ({
    requestBody: { required, ...json(object({ reason: text }, 'reason')) },
    responses: { '204': {} },
  });
  assert.deepEqual(problems('/api/v1/end', operation(false), end), []);
  assert.deepEqual(problems('/api/v1/end', operation(true), end), [
    'auth 1.0.0 does not send a body with POST /end, which the API requires.',
  ]);
});

test('A body that the API no longer reads is not a problem', () => {
  const sends = object({ 'application/json': object({ reason: text }) });
  const operation = { responses: { '204': {} } };
  assert.deepEqual(problems('/api/v1/end', operation, { 'POST /end': { sends } }), []);
});

test('Every successful response must have the fields that are read, unlike errors', () => {
  const calls = { 'GET /me': { reads: object({ name: text }) } };
  const operation = answers(object({ name: text }));
  assert.deepEqual(problems('/api/v1/me', operation, calls), []);
  const withNothing = { responses: { ...operation.responses, '204': {} } };
  assert.deepEqual(problems('/api/v1/me', withNothing, calls), [
    'auth 1.0.0 reads the response to GET /me as an object, but the API may return null.',
  ]);
});

test('A keyword that cannot be compared is refused', () => {
  const calls = { 'GET /me': { reads: object({ name: text }) } };
  assert.deepEqual(problems('/api/v1/me', answers(object({ name: { not: text } })), calls), [
    'It is not known whether auth 1.0.0 can read name of GET /me of the API: "not" cannot be compared.',
  ]);
});

test('Two calls with the same path may name its parameter differently', () => {
  const paths = {
    '/api/v1/links/{id}': { get: answers(object({})) },
    '/api/v1/links/{name}': { post: answers(object({})) },
  };
  const named = { release: 'auth 1.0.0', api: 'the API' };
  const calls = { 'POST /links/:id': { sends: object({}) } };
  assert.deepEqual(apiProblems(calls, { paths }, named), []);
});

test('A call that the API does not have is refused', () => {
  const calls = { 'GET /you': { sends: object({}) }, 'DELETE /me': { sends: object({}) } };
  assert.deepEqual(problems('/api/v1/me', answers(object({})), calls), [
    'auth 1.0.0 needs GET /you, which the API does not have.',
    'auth 1.0.0 needs DELETE /me, which the API does not have.',
  ]);
});
