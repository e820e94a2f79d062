/** The part that we use of this package, which has no types. */
declare module 'composeverter' {
  const composeverter: {
    /** Checks a compose file against the compose specification's JSON schema. */
    validateDockerComposeToCommonSpec(content: string): { line: number; message: string }[];
  };
  export default composeverter;
}
