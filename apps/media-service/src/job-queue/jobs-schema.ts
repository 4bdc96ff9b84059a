/** Schema of the job library's tables, which are part of this service. */
export const JOBS_SCHEMA = 'media_jobs';
