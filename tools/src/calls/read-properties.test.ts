import assert from 'node:assert/strict';
import { test } from 'node:test';
import ts from 'typescript';
import { type PropertyKey, readProperties } from './read-properties.ts';

const profileFile = `
  export interface Profile {
    name: string;
    image: string | null;
    isReady?: boolean;
    link?: { sentAt: string; endsAt: string } | null;
  }
`;

const declarations = `
  import type { Profile } from './profile.ts';
  export type { Profile };
  export interface Other { name: string; image: string }
  export const profile = {} as Profile;
  export declare function load(): Promise<Profile>;
  export declare function same<Value>(value: Value): Value;
  export declare function show(user: { name: string }): void;
  export declare function keep(values: unknown): void;
  export declare function print(value: any): void;
  export declare function showWrapped(value: { user: { name: string } }): void;
  export declare function showLink(of: { link?: { sentAt: string } | null }): void;
  export declare function showAll(users: { name: string }[]): void;
  export const profiles = [] as Profile[];
  export const wrapped = { user: profile };
  export const box = new Map<string, Profile>();
  export interface Group { leader: Profile; inside: Group[] }
  export const group = {} as Group;
  export declare function showBox(users: Map<string, { name: string }>): void;
  export declare const missing: any;
  export declare function patch(change: Partial<Profile>): void;
  export const anyOther = {} as Other;
`;

const all = ['endsAt', 'image', 'isReady', 'link', 'name', 'sentAt'];

/** What code reads of a profile. It may use what is declared above. */
const cases: [code: string, read: string[]][] = [
  ['profile.name', ['name']],
  ['profile?.link?.sentAt', ['link', 'sentAt']],
  ["profile['image']", ['image']],
  ['const { name, image: picture } = profile', ['image', 'name']],
  ['(({ name }: Profile) => name)', ['name']],
  ['const { name, ...rest } = profile; rest.image', ['image', 'name']],
  ["'isReady' in profile", ['isReady']],
  ['const copy = { ...profile }; copy.image', ['image']],
  ['(await load()).name', ['name']],
  ['same(profile).name', ['name']],
  ['const some = {} as Pick<Profile, "name" | "image">; some.name', ['name']],
  ['const user = {} as Profile | { name: string }; user.name', ['name']],
  // What takes a value under another type reads what that type has.
  ['show(profile)', ['name']],
  ['show(await load())', ['name']],
  ['const user: { name: string } | null = profile', ['name']],
  ['const users: { name: string }[] = [profile]', ['name']],
  ['const seen = { user: profile } satisfies { user: { name: string } }', ['name']],
  ['const user = profile as { name: string }', ['name']],
  ['(): { image: string | null } => profile', ['image']],
  ['(): Promise<{ name: string }> => load()', ['name']],
  ['const user: { name: string } = { ...profile }', ['name']],
  ['const all: { [name: string]: unknown } = { ...profile }', ['image', 'isReady', 'link', 'name']],
  ['showWrapped(wrapped)', ['name']],
  ['showLink(profile)', ['link', 'sentAt']],
  ['showAll(profiles)', ['name']],
  ['showBox(box)', ['name']],
  ['profiles[0]?.name', ['name']],
  ['const users: { name: string }[] = [...profiles]', ['name']],
  ['class Shown { user: { name: string } = profile }', ['name']],
  ['((user: { name: string } = profile) => user)', ['name']],
  ['function* users(): Generator<{ name: string }> { yield profile; }', ['name']],
  ['show(missing as Profile)', ['name']],
  ['show((profile))', ['name']],
  ["const { ['name']: user } = profile", ['name']],
  ['<T extends Profile,>(one: T) => show(one)', ['name']],
  // It cannot be told what is read.
  ['print(wrapped)', all],
  ['print(profiles)', all],
  ['print(box)', all],
  ['print(group)', all],
  ['const two = [profile] as const; print(...two)', all],
  ['Object.keys(profile)', all],
  ['JSON.stringify(wrapped)', all],
  ['Object.values(profile)', all],
  ['Object.entries(profile)', all],
  ['const shown = <missing.Part {...wrapped} />', all],
  ['const shown = <missing.Part of={wrapped} />', all],
  ['const { [same<keyof Profile>("name")]: value } = profile', all],
  ['<T extends Profile,>(one: T) => print(one)', all],
  ['<T extends Profile,>(one: T, name: keyof T) => one[name]', all],
  ['print(profile)', all],
  ['missing(profile)', all],
  ['new missing({ detail: profile })', all],
  ['print([{ profile }])', all],
  ['print({ ...profile })', all],
  ['const shown = <missing.Part of={[profile]} />', all],
  ['const shown = <missing.Part of={profile} />', all],
  ['const shown = <missing.Part {...profile} />', all],
  ['const shown = <missing.Part>{profile}</missing.Part>', all],
  ['profile[same<keyof Profile>("name")]', all],
  ['stateOf(profile)', all],
  // Nothing is read.
  ['patch(profile)', []],
  ['keep([profile])', []],
  ['same(profile)', []],
  ['keep(wrapped); const other = [...profiles]; const equal: Profile[] = profiles', []],
  ["const made: Profile = { name: 'Ada', image: null }", []],
  ["patch({ name: 'Ada' })", []],
  ['anyOther.name; const { image } = anyOther', []],
];

test('What code reads of a value', async (t) => {
  const files = new Map([
    ['/profile.ts', profileFile],
    ['/built.d.ts', "export declare function stateOf(of: import('./profile.ts').Profile): string;"],
    ['/declarations.ts', declarations],
  ]);
  cases.forEach(([code], index) => {
    files.set(
      `/case-${index}.tsx`,
      `import { anyOther, box, group, keep, load, missing, patch, print, profile, type Profile, profiles, same, show, showAll, showBox, showLink, showWrapped, wrapped } from './declarations.ts';\nimport { stateOf } from './built.js';\n${code};\nexport {};`,
    );
  });
  const program = compile(files);
  for (const [index, [code, expected]] of cases.entries()) {
    await t.test(code, () => {
      const file = program.getSourceFile(`/case-${index}.tsx`);
      assert.ok(file);
      assert.deepEqual(
        program.getSemanticDiagnostics(file).map(({ messageText }) => messageText),
        [],
      );
      const wanted = new Set(all.map((name): PropertyKey => `/profile.ts#${name}`));
      const read = new Set<string>();
      const isSeen = ({ isDeclarationFile }: ts.SourceFile) => !isDeclarationFile;
      readProperties(program.getTypeChecker(), file, wanted, isSeen, (key) => {
        read.add(key.split('#')[1] ?? '');
      });
      assert.deepEqual([...read].sort(), expected);
    });
  }
});

function compile(files: ReadonlyMap<string, string>): ts.Program {
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.Preserve,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, version) => {
    const text = files.get(name);
    return text === undefined
      ? getSourceFile(name, version)
      : ts.createSourceFile(name, text, version);
  };
  const { fileExists } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  return ts.createProgram([...files.keys()], options, host);
}
