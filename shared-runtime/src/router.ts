import { useSyncExternalStore } from 'react';
import {
  createSearchParams,
  type Location,
  useLocation as useLocationOfBrowser,
  useSearchParams as useSearchParamsOfBrowser,
} from 'react-router-dom';

/**
 * The parts of React Router that shell and remotes share: its components. A router with loaders and
 * actions of its own (`createBrowserRouter`) is 15 kB more.
 */
export {
  BrowserRouter,
  Link,
  MemoryRouter,
  Navigate,
  NavLink,
  Outlet,
  Route,
  Routes,
  useLinkClickHandler,
  useLocation as useLocationAtOnce,
  useNavigate,
  useNavigationType,
} from 'react-router-dom';

const subscribe = () => () => {};

/** Whether React takes over a page, which was rendered without query, hash and state of its history entry. */
const useIsPrerendered = () =>
  useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );

/**
 * As in the prerendered page at first, then as in the browser. Not for what stands above a screen: an update there makes
 * React draw a screen anew that it has not taken over yet.
 */
export function useLocation(): Location {
  const location = useLocationOfBrowser();
  return useIsPrerendered() ? { ...location, search: '', hash: '', state: null } : location;
}

/** As in the prerendered page at first, then as in the browser. */
export function useSearchParams(
  ...initial: Parameters<typeof useSearchParamsOfBrowser>
): ReturnType<typeof useSearchParamsOfBrowser> {
  const [parameters, set] = useSearchParamsOfBrowser(...initial);
  return [useIsPrerendered() ? createSearchParams(...initial) : parameters, set];
}
