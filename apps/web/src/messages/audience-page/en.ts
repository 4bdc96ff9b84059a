import { isolateNames } from '../isolate.js';
import { enEngagement } from './engagement/en.js';
import { enFlags } from './flags/en.js';
import { enPeople } from './people/en.js';
import { enPerson } from './person/en.js';

/** English texts of the page for the audience. They are loaded with it. */
export const enAudiencePage = isolateNames({ ...enPeople, ...enPerson, ...enFlags, ...enEngagement });

export type AudiencePageMessages = typeof enAudiencePage;
