export { AUDIENCE_PATH, personPath, versionPath } from '../../../lib/audience-paths.js';
