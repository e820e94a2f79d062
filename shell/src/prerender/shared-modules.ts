import * as jotai from 'jotai';
import * as react from 'react';
import * as reactDom from 'react-dom';
import * as apiClient from 'shared-runtime/api-client';
import * as configuration from 'shared-runtime/configuration';
import * as identity from 'shared-runtime/identity';
import * as layout from 'shared-runtime/layout';
import * as loading from 'shared-runtime/loading';
import * as router from 'shared-runtime/router';
import * as session from 'shared-runtime/session';
import * as sessionActions from 'shared-runtime/session-actions';
import * as ui from 'shared-runtime/ui';
import * as uiControls from 'shared-runtime/ui-controls';
import * as uiOverlays from 'shared-runtime/ui-overlays';
import type { SharedRequest } from 'tools/sharing';

/** The modules that the remotes' Node bundles leave out, by request: the sharing table in Node. */
export const sharedModules: Record<SharedRequest, unknown> = {
  react,
  'react-dom': reactDom,
  jotai,
  'shared-runtime/api-client': apiClient,
  'shared-runtime/configuration': configuration,
  'shared-runtime/identity': identity,
  'shared-runtime/layout': layout,
  'shared-runtime/loading': loading,
  'shared-runtime/router': router,
  'shared-runtime/session': session,
  'shared-runtime/session-actions': sessionActions,
  'shared-runtime/ui': ui,
  'shared-runtime/ui-controls': uiControls,
  'shared-runtime/ui-overlays': uiOverlays,
};
