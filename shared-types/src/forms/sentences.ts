/** The codes of each field's broken rules, as the functions beside this file return them. */
export type Problems = Record<string, string[]>;

/** A sentence for each code that a form may have, by field. */
export type Sentences<Found extends Problems> = {
  [Field in keyof Found]: Record<Found[Field][number], string>;
};

/** The sentences for what is wrong with a form, in the order of its fields. */
export function sentencesFor<Found extends Problems>(
  problems: Found,
  sentences: Sentences<Found>,
): { field: string; code: string; sentence: string }[] {
  const byField: Record<string, Record<string, string>> = sentences;
  return Object.entries(problems).flatMap(([field, codes]) =>
    codes.map((code) => ({ field, code, sentence: byField[field]?.[code] ?? code })),
  );
}
