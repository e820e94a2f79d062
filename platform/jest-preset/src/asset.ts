/** Replaces style sheets, fonts and pictures in unit tests. */
export default 'asset';
