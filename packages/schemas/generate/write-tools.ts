import { kebabCase } from './names.ts';
import type { Surface } from './surface.ts';
import { header, writeImports } from './write-event.ts';
import { writeRoot } from './write-zod.ts';

/** One module per stable tool, and the table of them. Keys are file names. */
export function writeTools({ sdk, tools, toolNames }: Surface): Record<string, string> {
  const files: Record<string, string> = { 'index.ts': writeIndex(sdk, Object.keys(tools)) };
  for (const [tool, { input, response }] of Object.entries(tools)) {
    const body = `/** The \`tool_input\` of ${tool}. */
export const ${tool}Input = ${writeRoot(input)};
export type ${tool}Input = z.infer<typeof ${tool}Input>;

/** The \`tool_response\` of ${tool} in PostToolUse. */
export const ${tool}Response = ${writeRoot(response)};
export type ${tool}Response = z.infer<typeof ${tool}Response>;
`;
    files[`${kebabCase(tool)}.ts`] = [header(sdk), ...writeImports(body), '', body].join('\n');
  }
  files['tool-names.ts'] = `${header(sdk)}

/** Tools that the SDK lists as built in; it calls its own list incomplete. */
export const builtinTools = ${JSON.stringify(toolNames)} as const;
`;
  return files;
}

const writeIndex = (sdk: string, tools: string[]): string => `${header(sdk)}
${tools
  .map((tool) => `import { ${tool}Input, ${tool}Response } from './${kebabCase(tool)}.ts';`)
  .join('\n')}

/** Input and response of the built-in tools that have kept their shape over many releases. */
export const toolSchemas = {
${tools.map((tool) => `${tool}: { input: ${tool}Input, response: ${tool}Response },`).join('\n')}
} as const;

export { ${tools.flatMap((tool) => [`${tool}Input`, `${tool}Response`]).join(', ')} };
export { builtinTools } from './tool-names.ts';
`;
