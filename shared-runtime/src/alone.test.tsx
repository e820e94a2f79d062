import { act, fireEvent, screen, within } from '@testing-library/react';
import { runAlone } from './alone.tsx';

test('a remote that runs alone lists its screens at /, and leads to each', async () => {
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  const drawing = (text: string) => async () => ({ default: () => <h1>{text}</h1> });
  await act(async () =>
    runAlone({
      Map: { title: 'Where it is', load: drawing('A map') },
      Parcel: { title: 'What it is', load: drawing('A parcel') },
    }),
  );
  const list = within(screen.getByRole('list'));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Map: Where it is',
    'Parcel: What it is',
  ]);
  fireEvent.click(list.getByRole('link', { name: 'Parcel' }));
  expect(await screen.findByRole('heading', { name: 'A parcel' })).toBeVisible();
  expect(location.pathname).toBe('/Parcel');
});
