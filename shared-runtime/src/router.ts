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
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from 'react-router-dom';
