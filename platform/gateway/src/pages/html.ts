/** Returns JSON for a `<script>` element, escaped so that it cannot close the element. */
export function escapedJson(value: object): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
