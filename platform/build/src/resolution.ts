import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Returns how an app's builds find modules. If it has shared-ui, that draws lucide's icons. */
export function resolution(folder: string) {
  const { resolve } = createRequire(join(folder, 'package.json'));
  const extensions = ['.tsx', '.ts', '.js'];
  try {
    const icons = join(resolve('lucide-react'), '../../esm/createLucideIcon.mjs');
    return { extensions, alias: { [icons]: resolve('@kargo/shared-ui/line-glyph') } };
  } catch {
    return { extensions };
  }
}
