import { Type } from 'typebox';

/** A JSON Schema, with the keywords that are used here. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  [keyword: string]: unknown;
}

export const JsonSchema = Type.Unsafe<JsonSchema>(Type.Record(Type.String(), Type.Unknown()));
