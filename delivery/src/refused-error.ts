/** A release may not be served. The message has one sentence per problem, each on a line. */
export class RefusedError extends Error {}
