/** What Zod, Valibot and ArkType schemas have in common (standardschema.dev, version 1). */
export type StandardSchema<Output = unknown> = {
  readonly '~standard': {
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly output: Output } | undefined;
  };
};

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

type SchemaIssue = {
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
};

/** Why the payload does not fit: the field only, since a message may quote what a person typed. */
export async function refusalOf(
  schema: StandardSchema | undefined,
  payload: unknown,
): Promise<string | undefined> {
  if (!schema) return undefined;
  const { issues } = await schema['~standard'].validate(payload);
  if (!issues) return undefined;
  return `the payload does not fit the schema at ${issues.map(pathOf).join(', ')}`;
}

function pathOf({ path = [] }: SchemaIssue): string {
  const keys = path.map((part) => (typeof part === 'object' ? part.key : part));
  return keys.length === 0 ? 'its top' : keys.map(String).join('.');
}
