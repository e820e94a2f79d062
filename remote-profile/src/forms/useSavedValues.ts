import { useEffect, useRef } from 'react';

interface Form<Field> {
  getValues(field: Field): unknown;
  setValue(field: Field, value: string): void;
}

/** Gives fields what was saved meanwhile, by another form, tab or device, unless they were changed here. */
export function useSavedValues<Field extends string>(
  form: Form<Field>,
  saved: Record<Field, string>,
): void {
  const before = useRef(saved);
  useEffect(() => {
    for (const field in saved) {
      const old = before.current[field];
      if (saved[field] !== old && form.getValues(field) === old) form.setValue(field, saved[field]);
    }
    before.current = saved;
  });
}
