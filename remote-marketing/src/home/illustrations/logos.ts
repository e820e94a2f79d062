/** Companies that do not exist: placeholders until real ones are agreed upon. Marks are in drawings.svg. */
export const logos: readonly { name: string; id: string }[] = [
  { name: 'Petal & Post', id: 'logo-petal-post' },
  { name: 'Oakline', id: 'logo-oakline' },
  { name: 'Brightcart', id: 'logo-brightcart' },
  { name: 'Foundry Nine', id: 'logo-foundry-nine' },
  { name: 'Tidewell', id: 'logo-tidewell' },
  { name: 'Lumen Row', id: 'logo-lumen-row' },
  { name: 'Harborly', id: 'logo-harborly' },
  { name: 'Marlowe', id: 'logo-marlowe' },
];
