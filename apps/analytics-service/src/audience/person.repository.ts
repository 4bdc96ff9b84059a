import { Injectable } from '@nestjs/common';
import { longestRanges, type PlayedRange, personLimits, type VisitVersion } from '@secure-preview/contracts';
import { DataSource } from 'typeorm';
import { playsOf } from '../viewing/play-columns.js';
import { lastAddress, personOfLead, positionOf, versionsOfPerson, visitsOfPerson } from './person.queries.js';
import type { FoundPerson, FoundVisit, PersonKey, VisitPosition } from './person-page.js';
import { playersOfLeads, versionsOfLeads } from './visit.queries.js';

/** Returns the longest ranges, and the number of the others. */
function shortened(all: readonly PlayedRange[]): { kept: PlayedRange[]; omitted: number } {
  const kept = longestRanges(all, personLimits.ranges);
  return { kept, omitted: all.length - kept.length };
}

function watchedRanges(all: readonly PlayedRange[]) {
  const { kept, omitted } = shortened(all);
  return { ranges: kept, ...(omitted > 0 ? { rangesOmitted: omitted } : {}) };
}

function unconfirmedRanges(all: readonly PlayedRange[]) {
  const { kept, omitted } = shortened(all);
  return { unconfirmed: kept, ...(omitted > 0 ? { unconfirmedOmitted: omitted } : {}) };
}

@Injectable()
export class PersonRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the person of a lead; undefined if it is unknown, or if all its visits are those of staff. */
  async find(
    leadId: string,
  ): Promise<{ key: PersonKey; person: Omit<FoundPerson, 'ipAddress'> } | undefined> {
    const found = await personOfLead(this.dataSource, leadId);
    if (!found) return undefined;
    const { provedKey, ...person } = found;
    const versions = await versionsOfPerson(this.dataSource, person.id);
    return {
      key: { id: person.id, provedKey },
      person: {
        ...person,
        proved: provedKey !== null,
        versions: versions.map((version) => ({ ...version, ...watchedRanges(version.ranges) })),
      },
    };
  }

  /** Returns the address of the last visit of a person. */
  lastAddress(key: PersonKey): Promise<string | null> {
    return lastAddress(this.dataSource, key);
  }

  /** Returns the position of a visit of a person; undefined if it is none. */
  positionOf(key: PersonKey, visitId: string): Promise<VisitPosition | undefined> {
    return positionOf(this.dataSource, key, visitId);
  }

  /** Returns visits of a person, newest first, after a position or from the newest. */
  async visits(key: PersonKey, limit: number, after?: VisitPosition): Promise<FoundVisit[]> {
    const visits = await visitsOfPerson(this.dataSource, key, { after, limit });
    const versions = await this.versionsOf(visits.map(({ id }) => id));
    return visits.map((visit) => ({ ...visit, versions: versions.get(visit.id) ?? [] }));
  }

  /** Returns the opened versions by lead id. */
  private async versionsOf(leadIds: readonly string[]): Promise<Map<string, VisitVersion[]>> {
    const [versions, players] = await Promise.all([
      versionsOfLeads(this.dataSource, leadIds),
      playersOfLeads(this.dataSource, leadIds),
    ]);
    const byLead = new Map<string, VisitVersion[]>();
    for (const { leadId, ...version } of versions) {
      const opened = players.filter(
        (player) => player.leadId === leadId && player.trailerId === version.trailerId,
      );
      const ofLead = byLead.get(leadId) ?? [];
      byLead.set(leadId, ofLead);
      ofLead.push({
        ...version,
        ...watchedRanges(version.ranges),
        ...unconfirmedRanges(version.unconfirmed),
        viewings: opened.map(({ id, startedAt, lastSeenAt, ipAddress, playCount, ...columns }) => ({
          id,
          startedAt,
          lastSeenAt,
          ipAddress,
          plays: playsOf(columns),
          playCount,
        })),
        viewingCount: opened[0]?.count ?? 0,
      });
    }
    return byLead;
  }
}
