import { pageBlocks } from '@kargo/shared-types/page/page-blocks';
import type { PublicConfiguration } from '@kargo/shared-types/page/public-configuration';
import {
  contactEmailPlaceholder,
  contactPhonePlaceholder,
} from '@kargo/shared-types/releases/release-addresses';
import { useSyncExternalStore } from 'react';

let configuration: PublicConfiguration | undefined;

/** @throws when the page has no configuration, which only a broken gateway can cause */
export function getConfiguration(): PublicConfiguration {
  configuration ??= readBlock();
  return configuration;
}

/** The public configuration; null in the first render of a page, as when it was prerendered. */
export function useConfiguration(): PublicConfiguration | null {
  return useSyncExternalStore(never, getConfiguration, () => null);
}

/** In every render: prerendered pages have placeholders, which the gateway replaces. */
export function useContact(): Pick<PublicConfiguration, 'contactEmail' | 'contactPhone'> {
  return typeof document === 'undefined' ? placeholders : getConfiguration();
}

const placeholders = {
  contactEmail: contactEmailPlaceholder,
  contactPhone: contactPhonePlaceholder,
};

// The configuration of a page does not change.
const never = () => () => {};

function readBlock(): PublicConfiguration {
  const block = document.getElementById(pageBlocks.configuration);
  if (!block?.textContent) throw new Error(`The page has no block #${pageBlocks.configuration}`);
  return JSON.parse(block.textContent);
}
