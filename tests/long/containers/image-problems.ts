import type { Engine } from './engine.ts';

interface Inspected {
  Config: { User: string; Env: string[]; Labels: Record<string, string> | null };
}

/** Tools that nothing needs once an image is built, beside those of Node's own image. */
const tools = ['gcc', 'make', 'git', 'python3', 'pnpm', 'webpack', 'tsc'];

/** Packages of the workspace that an image may hold beside its own; a publisher has none of the app's. */
const shared = ['shared-types', 'release-log'];

/**
 * Runs in a container, as root, so that nothing is hidden from it. Prints programs, packages of the workspace,
 * and files that look like secrets, by name or by what is in them.
 */
const look = `
  const { readdirSync, readFileSync, existsSync, statSync } = require('node:fs');
  const path = process.env.PATH.split(':');
  const names = ['/app', '/data', '/home', '/root', '/tmp'].filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => parentPath + '/' + name));
  const isOurs = (file) => {
    const inside = file.split('/node_modules/');
    return inside.length === 1 || ${JSON.stringify(shared)}.includes(inside.pop().replace('@kargo/', '').split('/')[0]);
  };
  const looksSecret = (file) => {
    if (!isOurs(file) || statSync(file).size > 5e6) return false;
    if (/\\/(\\.env|\\.npmrc|\\.git|id_[a-z0-9]+)$|\\.(key|p8|p12|pfx)$/.test(file)) return true;
    return /-----BEGIN [A-Z ]*PRIVATE KEY|sk_live_\\w{8}|"d":"[\\w-]{43}"/.test(readFileSync(file, 'latin1'));
  };
  console.log(JSON.stringify({
    tools: ${JSON.stringify(tools)}.filter((tool) => path.some((folder) => existsSync(folder + '/' + tool))),
    packages: names.filter((file) => /\\/package\\.json$/.test(file))
      .map((file) => { try { return JSON.parse(readFileSync(file, 'utf8')) } catch { return {} } })
      .filter((it) => it.private === true && it.version === '0.1.0' && it.description).map(({ name }) => name.replace('@kargo/', '')),
    secrets: names.filter(looksSecret),
  }));`;

/** Says what an image should not have: rights, tools, foreign packages, secrets; or lacks, such as its labels. */
export async function imageProblems(
  engine: Engine,
  image: string,
  ownPackage: string,
): Promise<string[]> {
  const [{ Config }]: [Inspected] = JSON.parse(await engine.run('image', 'inspect', image));
  const found: { tools: string[]; packages: string[]; secrets: string[] } = JSON.parse(
    await engine.run(
      ...['run', '--rm', '--network', 'none', '--user', '0', '--entrypoint', 'node'],
      ...[image, '--eval', look],
    ),
  );
  const foreign = found.packages.filter((name) => ![ownPackage, ...shared].includes(name));
  const secretVariables = Config.Env.filter((it) => /SECRET|PASSWORD|_KEY=|TOKEN/.test(it));
  const labels = ['version', 'revision', 'licenses'].filter(
    (name) => !Config.Labels?.[`org.opencontainers.image.${name}`],
  );
  return [
    ...(Config.User === 'node' ? [] : [`${image} runs as ${Config.User || 'root'}`]),
    ...found.tools.map((name) => `${image} has ${name}`),
    ...foreign.map((name) => `${image} has the package ${name}`),
    ...[...found.secrets, ...secretVariables].map((name) => `${image} has a secret: ${name}`),
    ...labels.map((name) => `${image} has no label ${name}`),
  ];
}
