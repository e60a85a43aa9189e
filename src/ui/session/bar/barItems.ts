import {
  CircleUser,
  Download,
  History,
  Images,
  type LucideIcon,
  ReceiptText,
  Search,
  VectorSquare,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { PanelName } from '../../../machines/shared/panels.ts';
import { AccountPanel } from '../../account/AccountPanel.tsx';
import { ExportsPanel } from '../../exports/ExportsPanel.tsx';
import { ImageryPanel } from '../../imagery/ImageryPanel.tsx';
import { OrdersPanel } from '../../orders/list/OrdersPanel.tsx';
import { MyAoiPanel } from '../../saved/MyAoiPanel.tsx';
import { MySearchPanel } from '../../saved/MySearchPanel.tsx';
import { SearchPanel } from '../../search/SearchPanel.tsx';

interface BarPanel {
  panel: PanelName;
  view: ComponentType;
  icon: LucideIcon;
  place: 'foot' | 'more';
}

/** §2 Main layout, with the icons of look.md; on phones some items are behind 'More'. */
export const BAR_ITEMS: readonly BarPanel[] = [
  { panel: 'search', view: SearchPanel, icon: Search, place: 'foot' },
  { panel: 'myaoi', view: MyAoiPanel, icon: VectorSquare, place: 'foot' },
  { panel: 'imagery', view: ImageryPanel, icon: Images, place: 'foot' },
  { panel: 'mysearch', view: MySearchPanel, icon: History, place: 'more' },
  { panel: 'myexport', view: ExportsPanel, icon: Download, place: 'more' },
  { panel: 'order', view: OrdersPanel, icon: ReceiptText, place: 'foot' },
  { panel: 'account', view: AccountPanel, icon: CircleUser, place: 'more' },
];
