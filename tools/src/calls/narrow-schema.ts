import type { JsonSchema } from '@kargo/shared-types/api/json-schema';

/**
 * Returns a schema with some fields only. Other fields are allowed, whatever the schema says of them.
 *
 * @param isKept asked for each field of an object that is kept, by its path such as `['last_link', 'sent_at']`; the
 *   alternatives of a union and the items of an array have the path of the whole
 */
export function narrowSchema(
  { properties, required, anyOf, items, additionalProperties, ...schema }: JsonSchema,
  isKept: (path: readonly string[]) => boolean | undefined,
  path: readonly string[] = [],
): JsonSchema {
  const kept = Object.entries(properties ?? {}).flatMap(([name, field]) => {
    const inside = [...path, name];
    return isKept(inside) ? [[name, narrowSchema(field, isKept, inside)] as const] : [];
  });
  const names = kept.map(([name]) => name);
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(kept) }),
    ...(required && { required: required.filter((name) => names.includes(name)) }),
    ...(anyOf && { anyOf: anyOf.map((it) => narrowSchema(it, isKept, path)) }),
    ...(items && { items: narrowSchema(items, isKept, path) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties }),
  };
}
