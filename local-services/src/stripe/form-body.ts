export type FormValue = string | { [name: string]: FormValue };

/** A form as Stripe's clients encode it: `a[b][c]=1` is `{ a: { b: { c: '1' } } }`. */
export function decodeForm(fields: Iterable<[string, string]>): { [name: string]: FormValue } {
  const form: { [name: string]: FormValue } = Object.create(null);
  for (const [name, value] of fields) {
    const path = name.split(/\]\[|\[|\]/).filter((part, index) => index === 0 || part !== '');
    const last = path.pop() ?? '';
    let target = form;
    for (const part of path) {
      const inner = target[part];
      const next = typeof inner === 'object' ? inner : Object.create(null);
      target[part] = next;
      target = next;
    }
    target[last] = value;
  }
  return form;
}

/** The text at this place of a form, or undefined when there is none. */
export function textAt(form: FormValue | undefined, ...path: string[]): string | undefined {
  let value = form;
  for (const name of path) {
    if (typeof value !== 'object') return undefined;
    value = value[name];
  }
  return typeof value === 'string' ? value : undefined;
}

/** The texts below this place of a form. */
export function textsAt(form: FormValue | undefined, name: string): Record<string, string> {
  const value = typeof form === 'object' ? form[name] : undefined;
  if (typeof value !== 'object') return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
