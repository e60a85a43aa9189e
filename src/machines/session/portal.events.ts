import type { NoticeRaised } from '../shared/notice.ts';
import type { PanelShown, PanelWanted, DeletionsUnsent, ResultsShown } from '../shared/panels.ts';
import type { AoiDrawn, AreaRead, AoiCleared, AoiChanged, AoiRecalled, AoiSaved } from '../aoi/aoi.events.ts';
import type { PlaceWanted, CompareOpened, CompareClosed, ScenesBoxed } from '../map/map.events.ts';
import type {
  SceneOrderWanted,
  TaskingWanted,
  ExportWanted,
  SearchSaveWanted,
  SearchRecalled,
  ScenesFound,
  SearchRepeated,
  ResultsLeft,
  ResultsReturned,
} from '../search/search.events.ts';
import type { OrderLinked, QuoteWanted, OrderKindChosen } from '../orders/orders.events.ts';
import type { ImageryExportWanted } from '../imagery/imagery.events.ts';
import type { CreditsMoved } from '../exports/exports.events.ts';
import type { PasswordChanged } from '../account/account.events.ts';

/**
 * The facts that travel between the portal and its children. Up: a child tells its parent. Down: the portal tells
 * whom it concerns. Never sideways.
 */

/** What children tell the portal. */
export type FactUp =
  | AoiDrawn
  | AreaRead
  | AoiChanged
  | PanelShown
  | SceneOrderWanted
  | TaskingWanted
  | ExportWanted
  | ImageryExportWanted
  | CreditsMoved
  | SearchSaveWanted
  | SearchRecalled
  | ScenesFound
  | ScenesBoxed
  | ResultsShown
  | ResultsLeft
  | ResultsReturned
  | SearchRepeated
  | AoiCleared
  | AoiRecalled
  | PanelWanted
  | DeletionsUnsent
  | AoiSaved
  | PlaceWanted
  | CompareOpened
  | CompareClosed
  | PasswordChanged
  | OrderLinked
  | OrderKindChosen
  | QuoteWanted
  | NoticeRaised;
