/**
 * Marks of companies that do not exist: placeholders until real ones are agreed upon. Each is drawn
 * on 40 × 40.
 */
export const logos: readonly { name: string; d: string }[] = [
  {
    name: 'Petal & Post',
    d: 'M20 4c6 4 6 10 0 16-6-6-6-12 0-16Zm16 16c-4 6-10 6-16 0 6-6 12-6 16 0ZM20 36c-6-4-6-10 0-16 6 6 6 12 0 16ZM4 20c4-6 10-6 16 0-6 6-12 6-16 0Z',
  },
  {
    name: 'Oakline',
    d: 'M20 3a12 12 0 0 1 3 23.6V37h-6V26.6A12 12 0 0 1 20 3Zm0 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12Z',
  },
  {
    name: 'Brightcart',
    d: 'M4 6h8l3 6h21l-5 16H15L9 12H4V6Zm13 12 2 4h8l1-4H17Zm0 15a3 3 0 1 1 .1 0Zm12 0a3 3 0 1 1 .1 0Z',
  },
  {
    name: 'Foundry Nine',
    d: 'M5 5h30v7H13v6h18v7H13v10H5V5Zm23 23h7v7h-7v-7Z',
  },
  {
    name: 'Tidewell',
    d: 'M4 14c6-7 10-7 16 0s10 7 16 0v7c-6 7-10 7-16 0s-10-7-16 0v-7Zm0 14c6-7 10-7 16 0s10 7 16 0v7c-6 7-10 7-16 0s-10-7-16 0v-7Z',
  },
  {
    name: 'Lumen Row',
    d: 'M5 8h6v24H5V8Zm9 6h6v18h-6V14Zm9 6h6v12h-6V20Zm9 6h4v6h-4v-6Zm2-20a5 5 0 1 1-.1 0Z',
  },
  {
    name: 'Harborly',
    d: 'M20 3a5 5 0 0 1 3 9v4h6v5h-6v11c5-1 8-4 9-9h5c-1 9-8 14-17 14S4 32 3 23h5c1 5 4 8 9 9V21h-6v-5h6v-4a5 5 0 0 1 3-9Z',
  },
  {
    name: 'Marlowe',
    d: 'M4 34V6l16 17L36 6v28h-7V23l-9 10-9-10v11H4Z',
  },
];
