import { type TProperties, Type } from 'typebox';

/** The schema of an object with these properties and no others. */
export const Closed = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
