import type { AudiencePageMessages } from './en.js';
import { deEngagement } from './engagement/de.js';
import { deFlags } from './flags/de.js';
import { dePeople } from './people/de.js';
import { dePerson } from './person/de.js';

/** German texts of the page for the audience. */
export const deAudiencePage: AudiencePageMessages = { ...dePeople, ...dePerson, ...deFlags, ...deEngagement };
