import { SUPPORTED_CLAUDE_CODE } from '../../dist/index.js';

/** The comparison as a page for docs/. */
export function writeReport({ results, coldStart, pairs }) {
  const row = (title, value) => `| ${title} | ${results.map(value).join(' | ')} |`;
  const clients = '2.0.77, 2.1.332, 2.1.333';
  return [
    '# Hook libraries compared',
    '',
    `Made by \`node bench/compare.mjs\` in \`packages/schemas\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}.`,
    'Every library is installed from the npm registry (ours from its packed tarball) and runs a hook that does',
    'nothing, written as its own documentation shows, as a process with the input on stdin. An input counts as',
    'handled when the handler ran and the process ended with 0.',
    '',
    row('', ({ name }) => `\`${name}\``),
    `| --- ${'| --- '.repeat(results.length)}|`,
    row('version', ({ version }) => version),
    row(`events covered, of Claude Code ${SUPPORTED_CLAUDE_CODE}`, ({ events }) => events),
    row(`recorded inputs handled (clients ${clients})`, ({ recorded }) => recorded),
    row(
      'an enum value it does not know (PreCompact with `trigger: "lunar"`)',
      ({ unknownEnum }) => unknownEnum,
    ),
    row('an event it does not know', ({ unknownEvent }) => unknownEvent),
    row('bytes printed for nothing', ({ noOp }) => noOp),
    row(
      'the same on PreCompact, where each byte reaches the summariser',
      ({ preCompact }) => preCompact,
    ),
    row('installed, MB', ({ megabytes }) => megabytes),
    row(`whole process, × bare node (median of ${pairs})`, ({ name }) => coldStart.get(name)),
    '',
    'The other three also run the handler for you; here that is the business of `@carryover/hooks-runtime`.',
    '',
  ].join('\n');
}
