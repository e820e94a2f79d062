import { join } from 'node:path';
import type { IPodTemplateSpec } from 'kubernetes-models/v1';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';

/** A Kubernetes object, with the fields that are read here. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  data?: Record<string, string>;
  spec?: { template?: IPodTemplateSpec } & Record<string, unknown>;
}

/** `validate` throws when a field is missing or has a wrong value. */
type Models = Record<string, (new (data: object) => { validate(): void }) | undefined>;

/** @param yaml one or more objects, as printed by `kubectl kustomize` */
export function readObjects(yaml: string): KubernetesObject[] {
  return parseAllDocuments(yaml).map((document) => {
    const object: KubernetesObject = document.toJS();
    if (object.kind !== 'Secret' || !object.data) return object;
    // Kustomize breaks long values into several lines, and Kubernetes ignores the breaks.
    const data = Object.entries(object.data).map(([key, value]) => [key, value.replace(/\s/g, '')]);
    return { ...object, data: Object.fromEntries(data) };
  });
}

export const nameOf = ({ kind, metadata }: KubernetesObject): string => `${kind} ${metadata.name}`;

/**
 * Returns what Kubernetes' JSON Schemas reject, such as missing fields and wrong formats; or if
 * nothing, the fields that are unknown to the types made from these schemas.
 */
export async function schemaProblems(objects: readonly KubernetesObject[]): Promise<string[]> {
  const problems: string[] = [];
  for (const object of objects) {
    const models: Models = await import(`kubernetes-models/${object.apiVersion}`);
    const Model = models[object.kind];
    try {
      if (Model) new Model(object).validate();
      else problems.push(`${nameOf(object)}: ${object.apiVersion} has no such kind`);
    } catch (error) {
      problems.push(`${nameOf(object)}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return problems.length > 0 ? problems : unknownFields(objects);
}

/** Compiles the objects as literals of their types: TypeScript reports other fields. */
function unknownFields(objects: readonly KubernetesObject[]): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const sources = new Map(
    objects.map((object, index) => [
      join(import.meta.dirname, `object-${index}.ts`),
      `import type { I${object.kind} } from 'kubernetes-models/${object.apiVersion}';\n` +
        `export const object: I${object.kind} = ${JSON.stringify(object)};`,
    ]),
  );
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (file, ...rest) => {
    const source = sources.get(file);
    if (source === undefined) return getSourceFile(file, ...rest);
    return ts.createSourceFile(file, source, ts.ScriptTarget.ESNext);
  };
  const files = [...sources.keys()];
  const program = ts.createProgram(files, options, host);
  return files.flatMap((file, index) =>
    program.getSemanticDiagnostics(program.getSourceFile(file)).map(({ messageText }) => {
      const object = objects[index];
      return `${object && nameOf(object)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    }),
  );
}
