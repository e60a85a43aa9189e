import { SUCCESS } from '../../../contract/calls/envelope.ts';
import { deleteAoi, insertAoi, listAois } from '../../db/saved/savedAois.ts';
import { signedIn } from '../../http/handler.ts';
import type { Deps, Handlers } from '../../http/handler.ts';
import { Refusal } from '../../http/refusal.ts';
import { areaOfWkt } from '../../areas/areas.ts';

/** Maximum saved AOIs per account. */
export const SAVED_AOIS_MAX = 1_000;

/** §7 Saved items: the caller's AOIs. */
export function savedAoiHandlers({ db, clock }: Deps): Pick<Handlers, 'savedAois' | 'saveAoi' | 'deleteAoi'> {
  return {
    async savedAois(_, context) {
      const rows = await listAois(db.pool, signedIn(context).id);
      const data = rows.map(({ id, name, geom, createdAt }) => ({
        id,
        name,
        geom,
        ctime: createdAt.toISOString(),
      }));
      return { result: SUCCESS, data };
    },

    async saveAoi({ body }, context) {
      const aoi = {
        accountId: signedIn(context).id,
        name: body.name,
        geom: (await areaOfWkt(body.geom)).wkt,
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
