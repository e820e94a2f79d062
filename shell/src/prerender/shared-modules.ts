// The modules that the remotes' Node bundles leave out, by request: the sharing table in Node.

export * as '@kargo/shared-runtime/api-client' from '@kargo/shared-runtime/api-client';
export * as '@kargo/shared-runtime/configuration' from '@kargo/shared-runtime/configuration';
export * as '@kargo/shared-runtime/identity' from '@kargo/shared-runtime/identity';
export * as '@kargo/shared-runtime/layout' from '@kargo/shared-runtime/layout';
export * as '@kargo/shared-runtime/loading' from '@kargo/shared-runtime/loading';
export * as '@kargo/shared-runtime/router' from '@kargo/shared-runtime/router';
export * as '@kargo/shared-runtime/session' from '@kargo/shared-runtime/session';
export * as '@kargo/shared-runtime/session-actions' from '@kargo/shared-runtime/session-actions';
export * as '@kargo/shared-runtime/ui-overlays' from '@kargo/shared-runtime/ui-overlays';
export * as jotai from 'jotai';
export * as 'react-dom' from 'react-dom';
