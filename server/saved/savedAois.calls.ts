import { SUCCESS } from '../../contract/calls/envelope.ts';
import type { SavedAoi } from '../../contract/saved.ts';
import { aoiOfAccount, deleteAoi, insertAoi, listAois, type SavedAoiRow } from './savedAois.queries.ts';
import { signedIn, type Deps, type Handlers } from '../accounts/handler.ts';
import { Refusal } from '../base/refusal.ts';
import { outlinedArea } from '../base/areas/areas.ts';

export const SAVED_AOIS_MAX = 1_000;

const aoiForReply = ({ createdAt, ...row }: SavedAoiRow): SavedAoi => ({
  ...row,
  ctime: createdAt.toISOString(),
});

type AoiCalls = 'savedAois' | 'savedAoi' | 'saveAoi' | 'deleteAoi';

/** §7 Saved items: the caller's AOIs. */
export function savedAoiHandlers({ db, clock }: Deps): Pick<Handlers, AoiCalls> {
  return {
    async savedAois(_, context) {
      const rows = await listAois(db.pool, signedIn(context).id);
      return { result: SUCCESS, data: rows.map(aoiForReply) };
    },

    async savedAoi({ params }, context) {
      const row = await aoiOfAccount(db.pool, signedIn(context).id, params.id);
      if (row === null) throw new Refusal('aoiNotFound');
      return { result: SUCCESS, data: aoiForReply(row) };
    },

    async saveAoi({ body }, context) {
      const aoi = {
        accountId: signedIn(context).id,
        name: body.name,
        area: await outlinedArea(body.geom),
        now: clock.now(),
      };
      if (!(await insertAoi(db.pool, aoi, SAVED_AOIS_MAX)))
        throw new Refusal('tooManyAois', { most: SAVED_AOIS_MAX });
      return { result: SUCCESS };
    },

    async deleteAoi({ params }, context) {
      if (!(await deleteAoi(db.pool, signedIn(context).id, params.id))) throw new Refusal('aoiNotFound');
      return { result: SUCCESS };
    },
  };
}
