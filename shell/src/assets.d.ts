declare module '*.css';

/** A film that webpack emits; its address. */
declare module '*.webm' {
  const url: string;
  export default url;
}
