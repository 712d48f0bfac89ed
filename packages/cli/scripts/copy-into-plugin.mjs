// The client copies a plugin's folder away from its repository, so all that the plugin runs stands in it.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const from = new URL('../dist/', import.meta.url);
const to = new URL('../plugin/dist/', import.meta.url);
rmSync(to, { recursive: true, force: true });
cpSync(from, to, { recursive: true });

// A release changes the package's version alone.
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const manifest = new URL('../plugin/.claude-plugin/plugin.json', import.meta.url);
const text = readFileSync(manifest, 'utf8');
const current = text.replace(/"version": "[^"]*"/, `"version": "${version}"`);
if (current !== text) writeFileSync(manifest, current);
