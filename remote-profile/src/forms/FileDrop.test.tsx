import { createEvent, fireEvent, screen } from '@testing-library/react';
import { fileOf } from '../testing/files.ts';
import { showSignedIn } from '../testing/signed-in.tsx';
import { FileDrop } from './FileDrop.tsx';

const onPick = jest.fn();
const licence = fileOf('licence.jpg', 3);
const dragOfFiles = { types: ['Files'], files: [licence, fileOf('other.jpg', 3)] };
const dragOfText = { types: ['text/plain'], files: [] };

function show() {
  onPick.mockClear();
  showSignedIn(() => (
    <>
      <FileDrop onPick={onPick}>
        <p>The field</p>
      </FileDrop>
      <p>Beside it</p>
    </>
  ));
}

const area = () => screen.getByText('The field').parentElement as HTMLElement;

function drag(name: 'dragOver' | 'drop', to: string, carried: object) {
  const target = screen.getByText(to);
  const event = createEvent[name](target, { dataTransfer: { ...carried } });
  fireEvent(target, event);
  return event as Event & { dataTransfer: { dropEffect?: string } };
}

function leaveFor(text: string) {
  const relatedTarget = screen.getByText(text);
  fireEvent(area(), Object.assign(createEvent.dragLeave(area()), { relatedTarget }));
}

test('A file that is dropped onto the field is chosen; of several, the first one', () => {
  show();
  expect(drag('dragOver', 'The field', dragOfFiles).defaultPrevented).toBe(true);
  expect(area()).toHaveAttribute('data-over');
  const drop = drag('drop', 'The field', dragOfFiles);
  expect(drop.defaultPrevented).toBe(true);
  expect(onPick.mock.calls).toEqual([[licence]]);
  expect(area()).not.toHaveAttribute('data-over');
});

test("A file that is dragged away is forgotten, unless it is over the field's content", () => {
  show();
  drag('dragOver', 'The field', dragOfFiles);
  leaveFor('The field');
  expect(area()).toHaveAttribute('data-over');
  leaveFor('Beside it');
  expect(area()).not.toHaveAttribute('data-over');
});

test('A file next to the field is refused, so that the browser does not open it', () => {
  show();
  const over = drag('dragOver', 'Beside it', dragOfFiles);
  expect(over.defaultPrevented).toBe(true);
  expect(over.dataTransfer.dropEffect).toBe('none');
  expect(drag('drop', 'Beside it', dragOfFiles).defaultPrevented).toBe(true);
  expect(onPick).not.toHaveBeenCalled();
});

test('Text can still be dragged everywhere', () => {
  show();
  for (const place of ['The field', 'Beside it']) {
    expect(drag('dragOver', place, dragOfText).defaultPrevented).toBe(false);
    expect(drag('drop', place, dragOfText).defaultPrevented).toBe(false);
  }
  expect(area()).not.toHaveAttribute('data-over');
});
