import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type PosterAccess, selectPosterAccess } from './poster-access.queries.js';

@Injectable()
export class PosterAccessRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  find(posterId: string): Promise<PosterAccess | undefined> {
    return selectPosterAccess(this.dataSource, posterId);
  }
}
