export { snapshotSession, takeNotes } from '@carryover/state-file';
export { warningText } from './hooks/warning-text.ts';
