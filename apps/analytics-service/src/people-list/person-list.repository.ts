import { Injectable } from '@nestjs/common';
import type { AudienceFigures } from '@secure-preview/contracts';
import { DataSource } from 'typeorm';
import { countAudience, type FoundPerson, listPeople, type PeopleSelection } from './person-list.queries.js';

@Injectable()
export class PersonListRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a page of people, and the number of all that match. */
  list(selection: PeopleSelection): Promise<{ people: FoundPerson[]; total: number }> {
    return listPeople(this.dataSource, selection);
  }

  /** Counts people, and those who watched a version; null for none. */
  figures(trailerId: string | null): Promise<AudienceFigures> {
    return countAudience(this.dataSource, trailerId);
  }
}
