/** The part of the package that is used; it has no types of its own. */
declare module 'composeverter' {
  const composeverter: {
    /** Compares a compose file with the compose specification's JSON schema. */
    validateDockerComposeToCommonSpec(content: string): { line: number; message: string }[];
  };
  export default composeverter;
}
