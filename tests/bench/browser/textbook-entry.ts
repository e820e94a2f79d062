// A dynamic import, so that the shared modules are loaded before the first one is used.
import('../../../shell/src/index.tsx');
