export { redactSecrets } from '@carryover/state-file/redact';
