import { type ApiCall, apiCalls } from '@kargo/shared-types/api/api-calls';
import ts from 'typescript';
import { narrowSchema } from './narrow-schema.ts';
import { keysOf, type PropertyKey } from './read-properties.ts';

/** By call, the fields of its answer: by path such as `last_link/sent_at`, where they are declared. */
export type AnswerFields = ReadonlyMap<string, ReadonlyMap<string, PropertyKey[]>>;

/**
 * Finds where the fields of answers are declared. The types of schemas have the structure of the schemas.
 *
 * @param file that of `apiCalls`
 */
export function answerFields(file: ts.SourceFile, checker: ts.TypeChecker): AnswerFields {
  const typeOf = (type: ts.Type | undefined, name: string): ts.Type | undefined => {
    const property = type?.getProperty(name);
    return property && checker.getTypeOfSymbol(property);
  };

  function fieldsOf(schema: ts.Type, path = ''): [path: string, keys: PropertyKey[]][] {
    const union = typeOf(schema, 'anyOf') as ts.TypeReference | undefined;
    const items = typeOf(schema, 'items');
    // These have the path of the whole, see `narrowSchema`.
    const insides = [...(union ? checker.getTypeArguments(union) : []), ...(items ? [items] : [])];
    const properties = typeOf(schema, 'properties')?.getProperties() ?? [];
    return [
      ...insides.flatMap((inside) => fieldsOf(inside, path)),
      ...properties.flatMap((property) => {
        const inside = path ? `${path}/${property.name}` : property.name;
        const fields = fieldsOf(checker.getTypeOfSymbol(property), inside);
        return [[inside, keysOf(property)] as [string, PropertyKey[]], ...fields];
      }),
    ];
  }

  const table = checker
    .getSymbolAtLocation(file)
    ?.exports?.get(ts.escapeLeadingUnderscores('apiCalls'));
  const calls = table && checker.getTypeOfSymbol(table);
  return new Map(
    Object.entries<ApiCall>(apiCalls).map(([name, { call, answer: schema }]) => {
      const answer = typeOf(typeOf(calls, name), 'answer');
      const fields = new Map(answer ? fieldsOf(answer) : []);
      if (schema) requireAll(call, schema, fields);
      return [call, fields];
    }),
  );
}

/** Schemas whose fields are not found, such as that of `Type.Pick`, would otherwise count as never read. */
function requireAll(call: string, schema: object, fields: ReadonlyMap<string, PropertyKey[]>) {
  const text = JSON.stringify(schema);
  const [unknown] = text.match(/"(allOf|oneOf|not|\$ref)":/) ?? [];
  if (unknown)
    throw new Error(`It cannot be told what is read of ${call}: its schema has ${unknown}`);
  narrowSchema(JSON.parse(text), (path) => {
    if (fields.get(path.join('/'))?.length) return true;
    throw new Error(
      `It cannot be told whether ${path.join('.')} of ${call} is read: write its schema with Type.Object.`,
    );
  });
}
