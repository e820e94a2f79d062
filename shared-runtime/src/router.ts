import { useSyncExternalStore } from 'react';
import {
  createSearchParams,
  type Location,
  useLocation as useLocationOfBrowser,
  useSearchParams as useSearchParamsOfBrowser,
} from 'react-router-dom';

/** For shell and remotes. `createBrowserRouter`, with loaders and actions, is 15 kB more. */
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

/** Whether React is hydrating a page, which was rendered without query, hash and history state. */
const useIsPrerendered = () =>
  useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );

/**
 * Returns the prerendered page's location at first, then the browser's. Do not use it above a
 * screen: an update there makes React render a screen again that it has not hydrated yet.
 */
export function useLocation(): Location {
  const location = useLocationOfBrowser();
  return useIsPrerendered() ? { ...location, search: '', hash: '', state: null } : location;
}

/** Returns the prerendered page's parameters at first, then the browser's. */
export function useSearchParams(
  ...initial: Parameters<typeof useSearchParamsOfBrowser>
): ReturnType<typeof useSearchParamsOfBrowser> {
  const [parameters, set] = useSearchParamsOfBrowser(...initial);
  return [useIsPrerendered() ? createSearchParams(...initial) : parameters, set];
}
