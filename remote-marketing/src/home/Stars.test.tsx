import { fullStars } from './Stars.tsx';

test.each([
  [5, 5],
  [4.5, 5],
  [4.4, 4],
  [0, 0],
  [-1, 0],
  [7, 5],
])('a rating of %d fills %d of five stars', (rating, full) => {
  expect(fullStars(rating)).toBe(full);
});
