import type { NoticeOutdated, NoticeRaised } from '../../shared/notice.ts';
import type { AddressChanged, AddressFieldsChanged } from '../../shared/address.ts';
import type {
  NewsOutdated,
  PanelShown,
  PanelRequested,
  DeletionsUnsent,
  ResultsShown,
} from '../../shared/panels.ts';
import type {
  AoiChanged,
  AoiCleared,
  AoiDialogOpened,
  AoiDrawn,
  AoiNamed,
  AoiRecalled,
  AoiSaved,
  AreaRead,
  FilesGiven,
} from '../../aoi/aoi.events.ts';
import type {
  AoiViewRequested,
  CompareClosed,
  CompareOpened,
  CompareToggled,
  PlaceRequested,
  SidesOffered,
  ScenesBoxed,
  SelectorToggled,
} from '../../map/map.events.ts';
import type { MapModeRequested } from '../../map/map.machine.ts';
import type {
  SceneOrderFormRequested,
  TaskingFormRequested,
  SceneComparisonRequested,
  SceneExportFormRequested,
  SceneFlipRequested,
  SaveSearchFormRequested,
  SearchRecalled,
  ScenesFound,
  SearchFormRequested,
  SearchRepeated,
  ResultsLeft,
  ResultsReturned,
  ConditionChanged,
  ConditionRestored,
  SearchStarted,
} from '../../search/search.events.ts';
import type {
  NewAcquisitionRequested,
  OrderImageRequested,
  OrderLinked,
  OrderRequested,
  QuotePageRequested,
  OrderKindChosen,
  SubmitFound,
} from '../../orders/orders.events.ts';
import type { ImageryExportFormRequested } from '../../imagery/imagery.events.ts';
import type { CreditsMoved } from '../../exports/exports.events.ts';
import type { PasswordChanged } from '../../account/account.events.ts';

/**
 * The events between actors: a child notifies the portal, and the portal forwards the fact to the children that it
 * concerns. Children never send to each other.
 */
export type PortalFact =
  | AoiDrawn
  | AoiNamed
  | AreaRead
  | AoiChanged
  | PanelShown
  | SceneOrderFormRequested
  | TaskingFormRequested
  | SceneExportFormRequested
  | SceneComparisonRequested
  | SceneFlipRequested
  | ImageryExportFormRequested
  | CreditsMoved
  | SaveSearchFormRequested
  | SearchRecalled
  | ScenesFound
  | ScenesBoxed
  | ResultsShown
  | ResultsLeft
  | ResultsReturned
  | SearchRepeated
  | AoiCleared
  | AoiRecalled
  | PanelRequested
  | DeletionsUnsent
  | AoiSaved
  | PlaceRequested
  | AoiViewRequested
  | CompareOpened
  | CompareClosed
  | MapModeRequested
  | CompareToggled
  | SidesOffered
  | SelectorToggled
  | AoiDialogOpened
  | FilesGiven
  | SearchFormRequested
  | PasswordChanged
  | NewAcquisitionRequested
  | OrderImageRequested
  | OrderLinked
  | OrderRequested
  | SubmitFound
  | OrderKindChosen
  | QuotePageRequested
  | ConditionChanged
  | ConditionRestored
  | SearchStarted
  | AddressChanged
  | AddressFieldsChanged
  | NewsOutdated
  | NoticeRaised
  | NoticeOutdated;
