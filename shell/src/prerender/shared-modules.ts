import * as apiClient from '@kargo/shared-runtime/api-client';
import * as configuration from '@kargo/shared-runtime/configuration';
import * as identity from '@kargo/shared-runtime/identity';
import * as layout from '@kargo/shared-runtime/layout';
import * as loading from '@kargo/shared-runtime/loading';
import * as router from '@kargo/shared-runtime/router';
import * as session from '@kargo/shared-runtime/session';
import * as sessionActions from '@kargo/shared-runtime/session-actions';
import * as ui from '@kargo/shared-runtime/ui';
import * as uiControls from '@kargo/shared-runtime/ui-controls';
import * as uiOverlays from '@kargo/shared-runtime/ui-overlays';
import type { SharedRequest } from '@kargo/tools/sharing';
import * as jotai from 'jotai';
import * as react from 'react';
import * as reactDom from 'react-dom';

/** The modules that the remotes' Node bundles leave out, by request: the sharing table in Node. */
export const sharedModules: Record<SharedRequest, unknown> = {
  react,
  'react-dom': reactDom,
  jotai,
  '@kargo/shared-runtime/api-client': apiClient,
  '@kargo/shared-runtime/configuration': configuration,
  '@kargo/shared-runtime/identity': identity,
  '@kargo/shared-runtime/layout': layout,
  '@kargo/shared-runtime/loading': loading,
  '@kargo/shared-runtime/router': router,
  '@kargo/shared-runtime/session': session,
  '@kargo/shared-runtime/session-actions': sessionActions,
  '@kargo/shared-runtime/ui': ui,
  '@kargo/shared-runtime/ui-controls': uiControls,
  '@kargo/shared-runtime/ui-overlays': uiOverlays,
};
