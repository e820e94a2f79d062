import { type TProperties, Type } from 'typebox';

/** The schema of an object without other properties than these. */
export const Closed = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
