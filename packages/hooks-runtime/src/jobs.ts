export { type JobContext, type PerformJob, runJobs } from './run-jobs.ts';
