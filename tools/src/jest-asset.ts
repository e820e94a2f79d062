/** What a style sheet, font or picture is in unit tests. */
export default 'asset';
