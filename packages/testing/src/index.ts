export { testdir, type TestDir } from './testdir.ts';
