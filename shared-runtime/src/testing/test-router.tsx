import { type PropsWithChildren, useLayoutEffect } from 'react';
import type { NavigateOptions, To } from 'react-router-dom';
import { MemoryRouter, useLocation, useNavigate, useNavigationType } from '../router.ts';

type Location = ReturnType<typeof useLocation>;
type Navigate = ReturnType<typeof useNavigate>;

/** A router in memory whose address a test reads and changes. */
export class TestRouter {
  /** The address that is rendered, and how it was reached. */
  location!: Location;
  navigationType!: ReturnType<typeof useNavigationType>;
  /** The paths that were rendered, including the first. */
  readonly visited: string[] = [];
  readonly #path: string;
  #navigate!: Navigate;

  constructor(path: string) {
    this.#path = path;
  }

  /** Goes to an address, or by a number of history entries. */
  navigate(to: To | number, options?: NavigateOptions): void {
    void (typeof to === 'number' ? this.#navigate(to) : this.#navigate(to, options));
  }

  /** Render it around the component under test. */
  readonly Router = ({ children }: PropsWithChildren) => (
    <MemoryRouter initialEntries={[this.#path]}>
      <Watch router={this} />
      {children}
    </MemoryRouter>
  );

  /** Stores what the router has rendered. */
  rendered(place: Pick<TestRouter, 'location' | 'navigationType'>, navigate: Navigate): void {
    if (place.location !== this.location) this.visited.push(place.location.pathname);
    Object.assign(this, place);
    this.#navigate = navigate;
  }
}

function Watch({ router }: { router: TestRouter }) {
  const location = useLocation();
  const navigationType = useNavigationType();
  const navigate = useNavigate();
  useLayoutEffect(() => router.rendered({ location, navigationType }, navigate));
  return null;
}
